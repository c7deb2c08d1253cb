// The live chart, which says its numbers under the pointer, takes the place of the picture; without it the picture stays.
const NARROWEST = 120;

async function drawCharts() {
  for (const figure of document.querySelectorAll("figure.chart")) {
    const specification = JSON.parse(figure.querySelector("script").textContent);
    const live = make("div", { class: "live" });
    // Expressions are interpreted, not compiled: the page allows no code made from text.
    const { view } = await vegaEmbed(live, specification, { mode: "vega", ast: true, actions: false, renderer: "svg", defaultStyle: false });
    const picture = figure.querySelector(".picture");
    picture.replaceChildren(live);
    if (specification.usermeta?.narrows) await narrow(view, specification, picture);
    picture.dataset.live = "";
  }
}

// What stands beside the plotting area keeps its size, and the area takes what the screen leaves.
async function narrow(view, specification, picture) {
  picture.dataset.fits = "";
  const excess = picture.querySelector("svg").getAttribute("width") - picture.clientWidth;
  if (excess <= 0) return;
  const panels = (specification.signals ?? []).filter((one) => one.name.endsWith("child_width") && "value" in one).map((one) => one.name);
  for (const name of panels.length ? panels : ["width"]) view.signal(name, Math.max(NARROWEST, view.signal(name) - excess));
  await view.resize().runAsync();
}

drawCharts();
