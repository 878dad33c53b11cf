// What every page needs: word when the server cannot be reached, and marks on the page itself.

const banner = document.getElementById("connection");

/** Show a sentence above the page: `offline`, `failed`, or nothing. */
export function connection(state) {
  banner.hidden = !state;
  banner.textContent = state ? banner.dataset[state] : "";
}

/** Tell a sentence to whoever listens instead of looking. */
export function announce(sentence) {
  const announcer = document.getElementById("announcer");
  announcer.textContent = "";
  requestAnimationFrame(() => { announcer.textContent = sentence; });
}

window.addEventListener("offline", () => connection("offline"));
window.addEventListener("online", () => connection(""));
document.addEventListener("htmx:error", () => connection(navigator.onLine ? "failed" : "offline"));
document.addEventListener("htmx:after:request", () => connection(""));
