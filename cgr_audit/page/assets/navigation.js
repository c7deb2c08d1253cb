// Programs that are not approved are filtered here; what the address names is opened.
const filter = document.getElementById("filter");
if (filter) {
  const programs = Array.from(document.querySelectorAll("details.program"));
  const said = document.getElementById("filtered");
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
for (const hidden of document.querySelectorAll(".scripted")) hidden.hidden = false;
if (!document.getElementById("row-browser")) openAddress();
