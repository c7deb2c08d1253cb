// Tables sort by any column; those with more than ten rows can be filtered.
const FEW_ROWS = 10;
// The rules that found something, by code: "CGR201 literal-answer".
const rules = new Map(Array.from(document.querySelectorAll("#rules details"), (rule) => [rule.id.slice(5), rule.querySelector("h3").textContent]));
const compareTexts = new Intl.Collator("en", { numeric: true }).compare;

function sortBody(body, column, down) {
  const known = [];
  const unknown = [];
  for (const row of body.rows) {
    const cell = row.cells[column];
    const value = cell.dataset.value === undefined ? cell.textContent : cell.dataset.value === "" ? null : Number(cell.dataset.value);
    (value === null ? unknown : known).push([value, row]);
  }
  known.sort(([a], [b]) => {
    const order = typeof a === "number" && typeof b === "number" ? a - b : compareTexts(String(a), String(b));
    return down ? -order : order;
  });
  body.append(...known.map(([, row]) => row), ...unknown.map(([, row]) => row));
}

// A number is found as it is typed: a hyphen for the minus sign, with or without commas.
function typed(text) {
  return text.toLowerCase().replaceAll("−", "-").replace(/(?<=\d),(?=\d{3})/g, "");
}

// With the names of which the row shows only the ends, or the code.
function whole(row) {
  return [row.textContent, ...Array.from(row.querySelectorAll("[title]"), (one) => one.title)].join(" ");
}

function addFilter(table, rows) {
  const said = make("output", {}, `${count.format(rows.length)} rows`);
  const place = table.closest("[id]").id;
  const box = make("input", { type: "search", "data-key": place, placeholder: "Filter rows", "aria-label": `Filter ${table.caption ? table.caption.textContent : "the table"}` });
  box.addEventListener("input", () => {
    const words = typed(box.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = typed(whole(row));
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown += 1;
    }
    said.textContent = words.length ? `${count.format(shown)} of ${count.format(rows.length)} rows` : `${count.format(rows.length)} rows`;
  });
  table.parentElement.before(make("p", { class: "filter" }, box, " ", make("button", { type: "button", class: "reset", hidden: true }, "Reset"), " ", said));
}

for (const table of document.querySelectorAll("table.grid")) {
  const body = table.tBodies[0];
  const headings = Array.from(table.tHead.rows[0].cells);
  sortable(headings, (heading, down) => sortBody(body, heading.cellIndex, down));
  for (const { cells: [first] } of body.rows) if (rules.has(first.textContent)) first.title = rules.get(first.textContent);
  if (body.rows.length > FEW_ROWS) addFilter(table, Array.from(body.rows));
}
