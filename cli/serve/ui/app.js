// Buttons that copy what an element holds. Verdicts, search and pages work without a script.
for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  });
}
// The claims that were asked in this browser stay in it, the latest first.
const recent = document.getElementById("recent");
const asked = document.querySelector(".verdict") && document.getElementById("claim");
try {
  let kept = JSON.parse(localStorage.getItem("claims") || "[]");
  if (asked) {
    kept = [asked.value, ...kept.filter((c) => c !== asked.value)].slice(0, 8);
    localStorage.setItem("claims", JSON.stringify(kept));
  }
  if (recent && kept.length) {
    for (const claim of kept) {
      const link = document.createElement("a");
      link.href = "/verify?" + new URLSearchParams({ claim });
      link.textContent = claim;
      const item = document.createElement("li");
      item.append(link);
      recent.querySelector("ul").append(item);
    }
    recent.querySelector("button").addEventListener("click", () => {
      localStorage.removeItem("claims");
      recent.hidden = true;
    });
    recent.hidden = false;
  }
} catch {
  // the browser keeps nothing
}
// Titles are completed by what the search finds.
for (const input of document.querySelectorAll("input[list=titles]")) {
  let last = 0;
  input.addEventListener("input", async () => {
    const now = ++last;
    await new Promise((done) => setTimeout(done, 150));
    const words = input.value.match(/[\p{L}\p{N}]+/gu) || [];
    if (now !== last || words.join("").length < 2) return;
    const named = (p) => words.every((w) => p.title.toLowerCase().includes(w.toLowerCase()));
    const q = words.map((w) => "+title:" + w).join(" ") + "*";
    const answer = await fetch("/api/v1/search?" + new URLSearchParams({ q, k: 8 }));
    if (!answer.ok || now !== last) return;
    const { pages } = await answer.json();
    document.getElementById("titles").replaceChildren(...pages.filter(named).map((p) => new Option("", p.title)));
  });
}
// Enter sends a claim; Shift and Enter begin a new line.
for (const area of document.querySelectorAll("textarea[name=claim]")) {
  area.addEventListener("keydown", (e) => {
    if (e.key === "Enter" && !e.shiftKey) {
      e.preventDefault();
      area.form.requestSubmit();
    }
  });
}
