// Programs that are not approved are filtered here; what a link points at is opened; everything is open on paper.
const filter = document.getElementById("filter");
if (filter) {
  const programs = Array.from(document.querySelectorAll("details.program"));
  const said = document.getElementById("filtered");
  filter.hidden = false;
  filter.addEventListener("input", () => {
    const wanted = filter.value.toLowerCase();
    let shown = 0;
    for (const program of programs) {
      program.hidden = !program.textContent.toLowerCase().includes(wanted);
      if (!program.hidden) shown += 1;
    }
    said.textContent = wanted ? `${count.format(shown)} of ${count.format(programs.length)} programs` : "";
  });
}

function openTarget() {
  const target = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
  }
}
addEventListener("hashchange", openTarget);
openTarget();

let openedForPaper = [];
addEventListener("beforeprint", () => {
  openedForPaper = Array.from(document.querySelectorAll("details:not([open])"));
  for (const details of openedForPaper) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of openedForPaper) details.open = false;
});
