// The rows as columns: texts as levels and codes, numbers as they are.
const CHANNELS = ["direct", "assisted", "generator"];
const MARKS = { right: "✓", wrong: "✗" };

class Rows {
  constructor(columns) {
    this.columns = columns;
    this.count = columns.item.codes.length;
  }

  text(name, number) {
    const column = this.columns[name];
    return column.levels ? column.levels[column.codes[number]] : String(column[number]);
  }

  number(name, number) {
    return this.columns[name][number];
  }

  pair(name, number) {
    return this.columns[name][number];
  }

  // Something that orders rows as a reader expects: numbers, or the rank of a text.
  rank(name) {
    const column = this.columns[name];
    if (!column.levels) return column;
    const order = column.levels.map((_, index) => index).sort((a, b) => compareTexts(column.levels[a], column.levels[b]));
    const ranks = [];
    order.forEach((level, rank) => (ranks[level] = rank));
    return column.codes.map((code) => ranks[code]);
  }

  // Which rows satisfy a test of a column's text; each distinct text is tested once.
  matching(name, test) {
    const column = this.columns[name];
    const levels = column.levels.map(test);
    return (number) => levels[column.codes[number]];
  }
}

function answerText(rows, channel, number) {
  const answer = rows.text(`${channel} answer`, number) || "–";
  const state = rows.text(`${channel} result`, number);
  return `${answer} ${MARKS[state] ? `${MARKS[state]} ` : ""}${state}`;
}
