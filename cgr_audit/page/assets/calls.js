// The calls of one row in the order in which they were made.
function callsView(calls) {
  const view = make("div", { class: "calls" });
  for (const call of calls) {
    const facts = [`attempt ${call.attempt}`, `call ${call.index}`];
    if (call.status && call.status !== "answered") facts.push(call.status.replace("_", " "));
    if (call.latency !== null) facts.push(`${call.latency} s`);
    const [asked, said] = call.tokens;
    if (asked !== null || said !== null) facts.push(`tokens ${asked ?? "–"} in, ${said ?? "–"} out`);
    const one = make("section", { class: `call ${call.channel}` });
    one.append(make("h5", {}, make("b", {}, call.channel), ` ${facts.join(", ")}`));
    one.append(make("div", { class: "talk" }, textBox("prompt", call.prompt), textBox("response", call.response)));
    if (call.error !== null) one.append(make("p", { class: "severity error" }, `error: ${call.error}`));
    if (call.config !== null) one.append(make("p", { class: "quiet" }, "config ", make("code", {}, call.config)));
    view.append(one);
  }
  return view;
}

function textBox(name, lines) {
  const text = lines === null ? make("p", { class: "quiet" }, "none") : make("pre", { tabindex: "0", "aria-label": name }, lines.join("\n"));
  return make("div", {}, make("h6", {}, name), text);
}
