// Toasts: what was just done, with what undoes it; they stay until they are put away.

document.addEventListener("click", (event) => {
  const close = event.target.closest("[data-dismiss]");
  close?.closest(".toast")?.remove();
});
