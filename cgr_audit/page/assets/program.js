// One program, all its lines, with its findings marked in place and their messages beside.
function programView(program, ran) {
  const view = make("div", { class: "code" });
  const beside = new Map();
  for (const finding of program.findings) {
    if (!beside.has(finding.line)) beside.set(finding.line, []);
    beside.get(finding.line).push(finding);
  }
  for (const finding of beside.get(0) ?? []) view.append(findingNote(finding));
  program.lines.forEach((pieces, index) => {
    const number = index + 1;
    const text = make("code", {}, ...pieceNodes(pieces, program.findings));
    const line = make("div", { class: ran.has(number) ? "line ran" : "line" });
    line.append(make("span", { class: "number" }, String(number)), text);
    if (ran.has(number)) line.firstChild.setAttribute("title", "this line ran");
    const found = beside.get(number);
    if (found) line.append(make("div", { class: "beside" }, ...found.map(findingNote)));
    view.append(line);
  });
  return view;
}

function pieceNodes(pieces, findings) {
  if (typeof pieces === "string") return [pieces];
  return pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    const [text, numbers] = piece;
    const severity = ["error", "warning", "info"].find((one) => numbers.some((number) => findings[number].severity === one));
    return make("mark", { class: severity, title: numbers.map((number) => findings[number].code).join(" ") }, text);
  });
}

function findingNote(finding) {
  const head = make("span", { class: `severity ${finding.severity}` }, `${finding.code} ${finding.slug} (${finding.severity})`);
  const note = make("div", { class: "note-beside" }, head, ` ${finding.message}`);
  if (finding.status !== "active") note.append(` [${finding.status}]`);
  for (const evidence of finding.evidence) note.append(make("div", { class: "quiet" }, evidence));
  return note;
}
