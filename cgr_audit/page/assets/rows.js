// The table of all rows: filtered, searched, sorted, a page at a time; a row opens what is known of it.
const ROWS_A_PAGE = 100;
const NONE = "(none)";
const CHOICES = [
  ["dataset", "dataset"], ["solver", "solver"], ["generator", "generator"], ["verdict", "verdict"], ["codes", "finding"],
  ["direct result", "direct"], ["assisted result", "assisted"], ["generator result", "generator's"], ["provenance", "provenance"], ["in figures", "in figures"],
];

const namedRules = (codes) => codes.split(" ").map((code) => rules.get(code) ?? code);

class RowTable {
  constructor(rows, parts) {
    this.rows = rows;
    this.parts = parts;
    this.order = Array.from({ length: rows.count }, (_, number) => number);
    this.found = this.order;
    this.page = 0;
    this.headings = Array.from(parts.table.tHead.rows[0].cells);
    this.addChoices();
    sortable(this.headings, (heading, down) => this.sort(heading.dataset.column, down));
    parts.search.addEventListener("input", () => this.filter());
    parts.before.addEventListener("click", () => this.turn(-1));
    parts.after.addEventListener("click", () => this.turn(1));
    this.show();
  }

  addChoices() {
    for (const [name, label] of CHOICES) {
      const levels = name === "codes" ? codesOf(this.rows.columns.codes.levels) : this.rows.columns[name].levels;
      if (levels.length < 2 && name !== "codes") continue;
      const select = make("select", { "aria-label": label, "data-key": label, "data-column": name }, make("option", { value: "" }, `${label}: any`));
      for (const level of levels) select.append(make("option", { value: level || NONE }, name === "codes" ? namedRules(level)[0] : level || NONE));
      select.addEventListener("input", () => this.filter());
      this.parts.choices.append(select);
    }
  }

  sort(name, down) {
    const ranks = this.rows.rank(name);
    this.order.sort((a, b) => (down ? ranks[b] - ranks[a] : ranks[a] - ranks[b]) || a - b);
    this.filter();
  }

  filter() {
    const tests = [];
    for (const { value, dataset: { column } } of this.parts.choices.children) {
      if (value) tests.push(this.rows.matching(column, (level) => (column === "codes" ? level.split(" ").includes(value) : (level || NONE) === value)));
    }
    for (const word of this.parts.search.value.toLowerCase().split(/\s+/).filter(Boolean)) {
      const some = ["item", "dataset", "solver", "generator", "program"].map((name) => this.rows.matching(name, (level) => level.toLowerCase().includes(word)));
      some.push(this.rows.matching("codes", (level) => namedRules(level).join(" ").toLowerCase().includes(word)));
      tests.push((number) => some.some((test) => test(number)));
    }
    this.found = tests.length ? this.order.filter((number) => tests.every((test) => test(number))) : this.order;
    this.page = 0;
    this.show();
  }

  turn(pages) {
    this.page += pages;
    this.show();
  }

  show() {
    const first = this.page * ROWS_A_PAGE;
    const numbers = this.found.slice(first, first + ROWS_A_PAGE);
    this.parts.table.tBodies[0].replaceChildren(...numbers.map((number) => this.line(number)));
    const all = this.found.length === this.rows.count ? "" : ` (of ${count.format(this.rows.count)})`;
    const span = numbers.length ? `Rows ${count.format(first + 1)}–${count.format(first + numbers.length)} of ` : "";
    this.parts.said.textContent = `${span}${count.format(this.found.length)} rows${all}`;
    this.parts.before.disabled = this.page === 0;
    this.parts.after.disabled = first + ROWS_A_PAGE >= this.found.length;
  }

  line(number) {
    const opener = make("button", { type: "button", class: "open", "aria-expanded": "false" }, this.rows.text("item", number));
    const line = make("tr", {}, make("th", { scope: "row" }, opener, make("span", { class: "narrow quiet" }, `${this.rows.text("solver", number)}, ${this.rows.text("dataset", number)}`)));
    for (const heading of this.headings.slice(1)) {
      const cell = this.cell(heading.dataset.column, number);
      cell.classList.toggle("optional", heading.classList.contains("optional"));
      line.append(cell);
    }
    opener.addEventListener("click", () => this.toggle(line, opener, number));
    return line;
  }

  cell(name, number) {
    if (name.endsWith(" result")) return this.answer(name.split(" ")[0], number);
    if (name === "assisted calls") {
      const calls = this.rows.number(name, number);
      return make("td", { class: "number" }, calls < 0 ? "–" : String(calls));
    }
    const text = this.rows.text(name, number);
    return make("td", { class: name === "verdict" ? `verdict ${text}` : false, title: name === "codes" && namedRules(text).join("\n") }, text);
  }

  answer(channel, number) {
    return make("td", { class: `answer ${this.rows.text(`${channel} result`, number) === "right" ? "right" : "other"}` }, answerText(this.rows, channel, number));
  }

  async toggle(line, opener, number) {
    if (line.nextElementSibling?.classList.contains("opened")) {
      line.nextElementSibling.remove();
      opener.setAttribute("aria-expanded", "false");
      return;
    }
    const cell = make("td", { colspan: String(this.headings.length) }, "…");
    line.after(make("tr", { class: "opened" }, cell));
    opener.setAttribute("aria-expanded", "true");
    try {
      cell.replaceChildren(await rowDetail(this.rows, number));
    } catch (error) {
      cell.replaceChildren(failure(`This row cannot be shown here; it is line ${this.rows.number("result line", number)} of results.jsonl`, error));
    }
  }
}

function codesOf(levels) {
  return Array.from(new Set(levels.flatMap((level) => level.split(" ").filter(Boolean)))).sort();
}

function failure(what, error) {
  return make("p", { class: "note", role: "alert" }, `${what}: ${error.message}.`);
}

async function showRows(place) {
  const rows = new Rows(await unpack("row-columns"));
  const part = (name) => place.querySelector(`[data-part=${name}]`);
  const names = ["choices", "search", "said", "before", "after", "table"];
  new RowTable(rows, Object.fromEntries(names.map((name) => [name, part(name)])));
  place.hidden = false;
  for (const button of document.querySelectorAll("button.rows-of")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      setFilter(part("search"), button.dataset.program);
      place.parentElement.scrollIntoView();
    });
  }
}
const browser = document.getElementById("row-browser");
showRows(browser).catch((error) => {
  browser.replaceChildren(failure("The rows cannot be shown in this browser; rows.csv, which cgr-audit join writes, holds them", error));
  browser.hidden = false;
}).finally(openAddress);
