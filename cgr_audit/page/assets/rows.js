// The table of all rows: filtered, searched, sorted, a page at a time; a row opens what is known of it.
const ROWS_A_PAGE = 100;
const SHOWN = [
  ["item", "item"], ["dataset", "dataset"], ["solver", "solver"], ["generator", "generator"], ["verdict", "verdict"],
  ["codes", "findings"], ["gold", "gold"], ["direct result", "direct"], ["assisted result", "assisted"], ["generator result", "generator's"],
  ["assisted calls", "calls"], ["provenance", "provenance"],
];
const CHOICES = [
  ["dataset", "dataset"], ["solver", "solver"], ["generator", "generator"], ["verdict", "verdict"], ["codes", "finding"],
  ["direct result", "direct"], ["assisted result", "assisted"], ["generator result", "generator's"], ["provenance", "provenance"], ["in figures", "in figures"],
];

class RowTable {
  constructor(rows, parts) {
    this.rows = rows;
    this.parts = parts;
    this.order = Array.from({ length: rows.count }, (_, number) => number);
    this.found = this.order;
    this.page = 0;
    this.chosen = new Map();
    this.words = [];
    this.addChoices();
    this.addHeadings();
    parts.search.addEventListener("input", () => this.search(parts.search.value));
    parts.before.addEventListener("click", () => this.turn(-1));
    parts.after.addEventListener("click", () => this.turn(1));
    this.show();
  }

  addChoices() {
    for (const [name, label] of CHOICES) {
      const levels = name === "codes" ? codesOf(this.rows.columns.codes.levels) : this.rows.columns[name].levels;
      if (levels.length < 2 && name !== "codes") continue;
      const select = make("select", { "aria-label": label }, make("option", { value: "" }, `${label}: any`));
      for (const level of levels) select.append(make("option", { value: `=${level}` }, level || "none"));
      select.addEventListener("change", () => {
        this.chosen.set(name, select.value);
        this.filter();
      });
      this.parts.choices.append(select);
    }
  }

  addHeadings() {
    const line = make("tr");
    for (const [name, label] of SHOWN) {
      const heading = make("th", { scope: "col", class: name === "assisted calls" ? "number" : false }, label);
      heading.column = name;
      line.append(heading);
    }
    this.parts.table.tHead.append(line);
    sortable(Array.from(line.cells), (heading, down) => this.sort(heading.column, down));
  }

  sort(name, down) {
    const ranks = this.rows.rank(name);
    this.order.sort((a, b) => (down ? ranks[b] - ranks[a] : ranks[a] - ranks[b]) || a - b);
    this.filter();
  }

  search(text) {
    this.words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.filter();
  }

  filter() {
    const tests = [];
    for (const [name, value] of this.chosen) {
      if (!value) continue;
      const wanted = value.slice(1);
      tests.push(this.rows.matching(name, (level) => (name === "codes" ? level.split(" ").includes(wanted) : level === wanted)));
    }
    for (const word of this.words) {
      const some = ["item", "dataset", "solver", "generator", "codes", "program"].map((name) => this.rows.matching(name, (level) => level.toLowerCase().includes(word)));
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
    const line = make("tr", {}, make("th", { scope: "row" }, opener));
    for (const [name] of SHOWN.slice(1)) line.append(this.cell(name, number));
    opener.addEventListener("click", () => this.toggle(line, opener, number));
    return line;
  }

  cell(name, number) {
    if (name.endsWith(" result")) return this.answer(name.split(" ")[0], number);
    if (name === "assisted calls") {
      const calls = this.rows.number(name, number);
      return make("td", { class: "number" }, calls < 0 ? "–" : String(calls));
    }
    return make("td", { class: name === "verdict" ? `verdict ${this.rows.text(name, number)}` : false }, this.rows.text(name, number));
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
    const cell = make("td", { colspan: String(SHOWN.length) }, "…");
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
  const table = new RowTable(rows, Object.fromEntries(names.map((name) => [name, part(name)])));
  for (const shown of [place, ...document.querySelectorAll(".scripted")]) shown.hidden = false;
  for (const button of document.querySelectorAll("button.rows-of")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      part("search").value = button.dataset.program;
      table.search(button.dataset.program);
      document.getElementById("rows").scrollIntoView();
    });
  }
}
const browser = document.getElementById("row-browser");
showRows(browser).catch((error) => {
  browser.replaceChildren(failure("The rows cannot be shown in this browser; rows.csv, which cgr-audit join writes, holds them", error));
  browser.hidden = false;
});
