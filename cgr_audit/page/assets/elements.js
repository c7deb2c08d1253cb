// Elements made from texts. Texts are data: they are only ever set as text, never read as markup.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const count = new Intl.NumberFormat("en");

// A button in every heading sorts by its column; sort(column, down) does the sorting.
function sortable(headings, sort) {
  for (const heading of headings) {
    const button = make("button", { type: "button", class: "sort" });
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const numeric = heading.classList.contains("number");
      const now = heading.getAttribute("aria-sort");
      const down = now === null ? numeric : now === "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      sort(heading, down);
    });
  }
}
