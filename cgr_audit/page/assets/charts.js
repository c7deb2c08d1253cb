// The live chart, which says its numbers under the pointer, takes the place of the picture; without it the picture stays.
async function drawCharts() {
  for (const figure of document.querySelectorAll("figure.chart")) {
    const specification = JSON.parse(figure.querySelector("script").textContent);
    const live = make("div", { class: "live" });
    // Expressions are interpreted, not compiled: the page allows no code made from text.
    await vegaEmbed(live, specification, { mode: "vega", ast: true, actions: false, renderer: "svg", defaultStyle: false });
    const picture = figure.querySelector(".picture");
    picture.replaceChildren(live);
    picture.dataset.live = "";
  }
}
drawCharts();
