// The first page: says that the demonstration lab is being read.

const form = document.getElementById("demonstration");

form?.addEventListener("submit", () => {
  const button = form.querySelector("button");
  document.getElementById("demonstration-state").textContent = button.dataset.working;
  button.setAttribute("aria-disabled", "true");
  form.addEventListener("submit", (event) => event.preventDefault());
});
