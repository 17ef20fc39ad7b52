// Buttons that copy what an element holds. Everything else works without a script.
for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
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
