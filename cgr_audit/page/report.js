"use strict";
// Everything on the page can be read without this: it only filters programs, sorts tables and opens what a link points at.
const filter = document.getElementById("filter");
if (filter) {
  filter.hidden = false;
  filter.addEventListener("input", () => {
    const wanted = filter.value.toLowerCase();
    for (const program of document.querySelectorAll("details.program")) {
      program.hidden = !program.textContent.toLowerCase().includes(wanted);
    }
  });
}
for (const head of document.querySelectorAll("thead th")) {
  head.addEventListener("click", () => {
    const body = head.closest("table").tBodies[0];
    const column = head.cellIndex;
    const down = head.dataset.down !== "yes";
    head.dataset.down = down ? "yes" : "no";
    const rows = Array.from(body.rows);
    const text = (row) => row.cells[column].textContent;
    rows.sort((a, b) => {
      const numbers = [parseFloat(text(a)), parseFloat(text(b))];
      const order = numbers.some(Number.isNaN) ? text(a).localeCompare(text(b)) : numbers[0] - numbers[1];
      return down ? -order : order;
    });
    body.append(...rows);
  });
}
function open() {
  const target = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
  }
}
addEventListener("hashchange", open);
open();
