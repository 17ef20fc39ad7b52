// Graphs of pages: dragging moves them, Ctrl and the wheel or the buttons zoom, and the + of a box shows the pages that its page is linked
// with. Without a script they are pictures whose boxes are links.
const make = (name, attributes, ...inner) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...inner);
  return e;
};
const most = 6; // neighbours shown of one page
const gap = { x: 30, y: 62 };

for (const svg of document.querySelectorAll(".drawing svg")) {
  if (svg.querySelector(".node a")) enliven(svg);
}

function enliven(svg) {
  let view = svg.getAttribute("viewBox").split(" ").map(Number);
  const show = (v) => svg.setAttribute("viewBox", (view = v).join(" "));
  const whole = () => {
    const b = svg.getBBox();
    const v = [b.x - 12, b.y - 12, b.width + 24, b.height + 24];
    svg.setAttribute("width", Math.ceil(v[2]));
    svg.setAttribute("height", Math.ceil(v[3]));
    show(v);
  };
  const zoom = (by, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) =>
    show([x - (x - view[0]) / by, y - (y - view[1]) / by, view[2] / by, view[3] / by]);

  svg.addEventListener("wheel", (e) => {
    if (!e.ctrlKey && !e.metaKey) return; // the page scrolls
    e.preventDefault();
    const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse());
    zoom(e.deltaY < 0 ? 1.2 : 1 / 1.2, at.x, at.y);
  }, { passive: false });
  let from = null;
  let moved = false;
  svg.addEventListener("pointerdown", (e) => {
    from = [e.clientX, e.clientY];
    moved = false;
  });
  addEventListener("pointermove", (e) => {
    if (!from) return;
    const scale = svg.getScreenCTM().a;
    const [dx, dy] = [e.clientX - from[0], e.clientY - from[1]];
    if (!moved && Math.hypot(dx, dy) < 5) return;
    moved = true;
    from = [e.clientX, e.clientY];
    show([view[0] - dx / scale, view[1] - dy / scale, view[2], view[3]]);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (from = null));
  svg.addEventListener("click", (e) => moved && e.preventDefault(), true); // the end of a drag follows no link
  svg.addEventListener("dragstart", (e) => e.preventDefault());

  const bar = document.createElement("p");
  bar.className = "graphbar";
  bar.hidden = true; // until the graph grows
  const buttons = [
    ["+", "Zoom in", () => zoom(1.25)],
    ["−", "Zoom out", () => zoom(0.8)],
    ["Whole", "Show the whole graph", whole],
  ];
  for (const [text, about, act] of buttons) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = text;
    button.setAttribute("aria-label", about);
    button.addEventListener("click", act);
    bar.append(button, " ");
  }
  svg.after(bar);

  const titleOf = (node) => node.querySelector("title").textContent;
  const shown = () => new Set([...svg.querySelectorAll(".node")].map(titleOf));
  for (const node of svg.querySelectorAll(".node")) addPlus(node);

  function addPlus(node) {
    const [box, title] = [node.querySelector("rect"), titleOf(node)];
    const [x, y] = [box.x.baseVal.value + box.width.baseVal.value - 4, box.y.baseVal.value + box.height.baseVal.value - 4];
    const sign = make("text", { x, y: y + 5 }, "+");
    const plus = make("g", { class: "plus", role: "button", tabindex: 0 }, make("circle", { cx: x, cy: y, r: 12 }), sign);
    plus.setAttribute("aria-label", "Show pages linked with " + title);
    plus.setAttribute("aria-expanded", false);
    let added = null;
    const turn = async () => {
      if (added) {
        added.forEach((e) => e.remove());
        added = null;
      } else {
        added = [];
        added = await neighbours(node, title);
      }
      sign.textContent = added ? "−" : "+";
      plus.setAttribute("aria-expanded", Boolean(added));
      bar.hidden = false;
      whole();
    };
    plus.addEventListener("click", turn);
    plus.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" && e.key !== " ") return;
      e.preventDefault();
      turn();
    });
    node.append(plus);
  }

  async function neighbours(node, title) {
    const answer = await fetch("/api/v1/page?" + new URLSearchParams({ title }));
    if (!answer.ok) return [];
    const pages = await answer.json(); // of this title
    const links = new Map(); // by title: pages that link both ways come first
    for (const l of pages.flatMap((p) => p.links_out)) links.set(l.title, { ...l, out: true });
    for (const l of pages.flatMap((p) => p.links_in)) links.set(l.title, { ...l, ...links.get(l.title), in: true });
    const known = shown();
    const fresh = [...links.values()].filter((l) => !known.has(l.title)).sort((a, b) => (b.out && b.in ? 1 : 0) - (a.out && a.in ? 1 : 0));
    const box = node.querySelector("rect");
    const [w, h] = [box.width.baseVal.value, box.height.baseVal.value];
    const all = svg.getBBox();
    const some = fresh.slice(0, most);
    const middle = box.x.baseVal.value + w / 2;
    const arrow = svg.querySelector("marker").id;
    const out = [];
    some.forEach((l, i) => {
      const x = middle - (some.length * (w + gap.x) - gap.x) / 2 + i * (w + gap.x);
      const y = all.y + all.height + gap.y;
      const line = make("path", { d: `M${middle} ${box.y.baseVal.value + h}L${x + w / 2} ${y}` });
      if (l.out) line.setAttribute("marker-end", `url(#${arrow})`);
      if (l.in) line.setAttribute("marker-start", `url(#${arrow})`);
      const edge = make("g", { class: "edge" }, make("title", {}, l.anchor), line);
      const name = l.title.length > 22 ? l.title.slice(0, 21) + "…" : l.title;
      const link = make("a", { href: "/browse?" + new URLSearchParams({ title: l.title }) }, make("title", {}, l.title),
        make("rect", { x, y, width: w, height: h, rx: 8 }), make("text", { x: x + w / 2, y: y + h / 2 + 5 }, name));
      const added = make("g", { class: "node" }, link);
      svg.querySelector(".node").before(edge);
      svg.append(added);
      addPlus(added);
      out.push(edge, added);
    });
    return out;
  }
}
