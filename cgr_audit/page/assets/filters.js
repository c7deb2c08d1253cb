// Filters stand in the address, so that a link shows what was seen: #rows?verdict=refused&finding=CGR201.
// A filter is a control with data-key inside .filter; whoever listens to its "input" does the filtering.
const filters = () => Array.from(document.querySelectorAll("[data-key]"));

function keepFilters(place) {
  const chosen = String(new URLSearchParams(filters().filter((one) => one.value).map((one) => [one.dataset.key, one.value])));
  history.replaceState(null, "", `#${place}${chosen && "?"}${chosen}`);
  for (const button of document.querySelectorAll("button.reset")) button.hidden = !filtersBeside(button).some((one) => one.value);
}

function filtersBeside(button) {
  return Array.from(button.closest(".filter").querySelectorAll("[data-key]"));
}

function setFilter(filter, value) {
  if (filter.value === value) return;
  filter.value = value;
  filter.dispatchEvent(new Event("input", { bubbles: true }));
}

// A link on the page keeps the filters; an address with filters sets all of them.
function openAddress() {
  const [place, chosen] = location.hash.slice(1).split("?");
  if (chosen !== undefined) for (const filter of filters()) setFilter(filter, new URLSearchParams(chosen).get(filter.dataset.key) ?? "");
  const target = document.getElementById(place);
  if (target instanceof HTMLDetailsElement) target.open = true;
  if (target && (chosen !== undefined || target instanceof HTMLDetailsElement)) target.scrollIntoView();
  if (place) keepFilters(place);
}

document.addEventListener("input", ({ target }) => {
  if (target.dataset.key) keepFilters(target.closest("section[id], details[id]").id);
});
document.addEventListener("click", ({ target }) => {
  if (!target.classList.contains("reset")) return;
  for (const filter of filtersBeside(target)) setFilter(filter, "");
  filtersBeside(target)[0].focus(); // the button is gone
});
addEventListener("hashchange", openAddress);
