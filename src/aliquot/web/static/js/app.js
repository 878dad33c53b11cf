// What every page needs: word when the server cannot be reached, the way about it, and the reader's clock.

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

// ------------------------------------------------------------------------------ the way about

// What stands open beside a page folds up where there is no room for both.
const isWide = matchMedia("(min-width: 60rem)");
function unfold() { for (const one of document.querySelectorAll("details[data-wide-open]")) one.open = isWide.matches; }
isWide.addEventListener("change", unfold);
unfold();

// On a phone the row of pages is wider than the window: the one that is open is in sight.
const row = document.querySelector(".site-nav");
const current = row?.querySelector("[aria-current]");
if (current) row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;

// A menu closes by Esc, by what is chosen in it, and when something else is pressed.
document.addEventListener("click", (event) => {
  const around = event.target.closest(".menu-list a") ? null : event.target.closest("details.menu");
  for (const menu of document.querySelectorAll("details.menu[open]")) if (menu !== around) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && event.target.closest("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
  const field = document.querySelector('main input[type="search"], #question');
  if (!field) return;
  event.preventDefault();
  field.focus();
});

// ------------------------------------------------------------------------------ times

const language = document.documentElement.lang;
const locale = language === "en" ? "en-GB" : language;
const DAY = { year: "numeric", month: language === "ja" ? "long" : "short", day: "numeric" };
const CLOCK = { hour: "2-digit", minute: "2-digit" };
const DAY_MS = 24 * 60 * 60 * 1000;

/** Say the times of the page by the reader's own clock; what was today or yesterday says so. */
function localTimes() {
  for (const time of document.querySelectorAll("time[data-time]")) {
    const at = new Date(time.dateTime);
    time.title = at.toLocaleString(locale, { dateStyle: "long", timeStyle: "long" });
    time.textContent = time.dataset.time === "day" ? at.toLocaleDateString(locale, DAY)
      : nearDay(at) ?? at.toLocaleString(locale, { ...DAY, ...CLOCK });
    delete time.dataset.time;
  }
}

function nearDay(at) {
  const midnight = (date) => new Date(date).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(at) - midnight(Date.now())) / DAY_MS);
  if (days !== 0 && days !== -1) return null;
  const word = new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(days, "day");
  return `${word[0].toLocaleUpperCase(locale)}${word.slice(1)} ${at.toLocaleTimeString(locale, CLOCK)}`;
}

document.addEventListener("htmx:after:swap", localTimes);
localTimes();
