// What a row shows when it is opened: its item and answers, how it ran, its program and its calls.
async function rowDetail(rows, number) {
  const detail = make("div", { class: "detail" });
  const place = rows.pair("detail place", number);
  const known = place[0] >= 0 ? await packedRecord(place) : null;
  if (known) detail.append(itemView(known, rows, number), factsView(known));
  const ran = new Set((known?.runs ?? []).flatMap((run) => run.lines));
  detail.append(await programSection(rows, number, ran));
  detail.append(make("h4", {}, "Calls in order"));
  const lines = rows.text("call lines", number);
  if (!known) detail.append(elsewhere("The calls are not on this page", lines && `calls.jsonl, lines ${lines}`));
  else if (known.calls.length) detail.append(callsView(known.calls));
  else detail.append(make("p", { class: "quiet" }, "No call is recorded."));
  const from = [`results.jsonl, line ${rows.number("result line", number)}`];
  if (lines) from.push(`calls.jsonl, lines ${lines}`);
  detail.append(make("p", { class: "quiet" }, `This row: ${from.join("; ")}.`));
  return detail;
}

async function programSection(rows, number, ran) {
  const id = rows.text("program", number);
  const section = make("section", {}, make("h4", {}, "Program ", make("code", {}, id || "")));
  const place = rows.pair("program place", number);
  if (!id) section.append(make("p", { class: "quiet" }, "The package does not hold this row's program."));
  else if (place[0] < 0) section.append(elsewhere("The program is not on this page", `programs/${id}`));
  else {
    if (ran.size) section.append(make("p", { class: "quiet" }, "A bar beside a line's number says that the line ran."));
    section.append(programView(await packedRecord(place), ran));
  }
  return section;
}

function elsewhere(what, where) {
  return make("p", { class: "note" }, where ? `${what}, for want of room. They are in the package: ${where}.` : `${what}.`);
}

function itemView(known, rows, number) {
  const section = make("section", {}, make("h4", {}, "Item and answers"));
  if (known.question === null) section.append(make("p", { class: "quiet" }, "The question was left out of the package."));
  else section.append(make("div", { class: "prose" }, known.question.join("\n")));
  const options = make("ul", { class: "options" });
  for (const [id, text, gold] of known.options) {
    const who = CHANNELS.filter((channel) => rows.text(`${channel} answer`, number) === id);
    const marks = [...(gold ? ["correct"] : []), ...who];
    const option = make("li", { class: gold ? "gold" : false }, make("b", {}, `${id}.`), ` ${text.join("\n")}`);
    if (marks.length) option.append(make("span", { class: "quiet" }, ` ← ${marks.join(", ")}`));
    options.append(option);
  }
  const states = CHANNELS.map((channel) => `${channel} ${answerText(rows, channel, number)}`);
  section.append(options, make("p", {}, states.join("; ")));
  return section;
}

function factsView(known) {
  const list = make("dl", { class: "facts-of-row" });
  for (const [name, value] of known.facts) list.append(make("dt", {}, name), make("dd", {}, make("code", {}, value)));
  if (known.runs.length > 1) {
    known.runs.forEach((run, index) => list.append(make("dt", {}, `attempt ${index + 1}`), make("dd", {}, run.said)));
  }
  return list;
}
