// The source beside the answer: a citation opens it at its quote; Esc, or going back, closes it.

import { showPages } from "./pages.js";
import { showSlide } from "./slides.js";

const panel = document.getElementById("source");
const body = document.getElementById("source-body");
// Below this the source lies over the page, as a dialog that keeps the focus.
const NARROW = matchMedia("(max-width: 64rem)");
let opener = null;
let loading = null;

/** Open the source a citation links to. */
async function open(link, { isNew = true } = {}) {
  opener = link;
  mark(link);
  show();
  loading?.abort();
  loading = new AbortController();
  body.setAttribute("aria-busy", "true");
  if (!body.hasChildNodes()) say(panel.dataset.loading);
  const url = new URL(link.href);
  try {
    const response = await fetch(`${url.pathname}/source${url.search}`, { signal: loading.signal, headers: { "HX-Request": "true", Accept: "text/html" } });
    if (!response.ok) throw new Error(String(response.status));
    body.innerHTML = await response.text();
  } catch (error) {
    if (error.name !== "AbortError") say(panel.dataset.failed);
    return;
  } finally {
    body.removeAttribute("aria-busy");
  }
  if (isNew) remember(link.dataset.at);
  ready(link);
}

/** Let the address name what is open, so that it can be sent to someone. */
function remember(at) {
  const here = new URL(location.href);
  const wasOpen = here.searchParams.has("at");
  here.searchParams.set("at", at);
  history[wasOpen ? "replaceState" : "pushState"]({ source: at }, "", here);
}

function say(sentence) {
  const line = document.createElement("p");
  line.className = "source-said";
  line.id = "source-title";
  line.textContent = sentence;
  const close = document.createElement("button");
  close.className = "icon-button";
  close.dataset.closeSource = "";
  close.setAttribute("aria-label", panel.dataset.close);
  close.textContent = "×";
  body.replaceChildren(line, close);
}

function show() {
  document.body.classList.add("has-source");
  if (panel.open && panel.matches(":modal") === NARROW.matches) return;
  if (panel.open) panel.close();
  if (NARROW.matches) panel.showModal();
  else panel.show();
}

/** Close it, and give the focus back to what opened it. */
function close({ isNew = true } = {}) {
  if (!panel.open) return;
  loading?.abort();
  panel.close();
  body.replaceChildren();
  document.body.classList.remove("has-source");
  mark(null);
  if (opener?.isConnected) opener.focus({ preventScroll: true });
  opener = null;
  const here = new URL(location.href);
  if (isNew && here.searchParams.has("at")) {
    here.searchParams.delete("at");
    history.replaceState(null, "", here);
  }
}

function mark(link) {
  document.querySelectorAll("[data-at][aria-current]").forEach((one) => one.removeAttribute("aria-current"));
  link?.setAttribute("aria-current", "true");
}

/** What is open is at its quote, drawn, and its neighbours can be stepped to. */
function ready(link) {
  const pages = body.querySelector(".pages");
  if (pages) showPages(pages);
  const slide = body.querySelector(".place-slide");
  if (slide) showSlide(slide);
  const quoted = body.querySelector("mark.quote") ?? body.querySelector(".is-marked, .highlight");
  quoted?.scrollIntoView({ block: "center", inline: "nearest" });
  const siblings = quotes(link);
  const at = siblings.indexOf(link);
  const count = body.querySelector("[data-quote-count]");
  if (count && at >= 0 && siblings.length > 1) {
    count.hidden = false;
    count.textContent = count.dataset.words.replace("{at}", at + 1).replace("{count}", siblings.length);
    for (const button of body.querySelectorAll("[data-quote]")) {
      const next = at + Number(button.dataset.quote);
      button.hidden = false;
      button.disabled = next < 0 || next >= siblings.length;
    }
  }
  if (!panel.contains(document.activeElement)) body.querySelector("#place")?.focus({ preventScroll: true });
}

/** Links to quotes beside this one: of its answer, or of its list. */
function quotes(link) {
  const around = link.closest(".turn .statements, .turn .evidence, .turn, .document-side") ?? document;
  const kind = link.classList.contains("cite") ? "a.cite[data-at]" : "a[data-at]";
  return [...around.querySelectorAll(kind)];
}

if (panel) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-at]");
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (link && isPlain) {
      event.preventDefault();
      open(link);
    } else if (event.target.closest("[data-close-source]")) {
      event.preventDefault();
      close();
    } else if (event.target === panel && panel.matches(":modal")) {
      close();
    }
    const step = event.target.closest("[data-quote]");
    if (step && opener) {
      const siblings = quotes(opener);
      const next = siblings[siblings.indexOf(opener) + Number(step.dataset.quote)];
      if (next) open(next).then(() => body.querySelector(`[data-quote="${step.dataset.quote}"]:not(:disabled)`)?.focus());
    }
  });
  panel.addEventListener("cancel", (event) => { event.preventDefault(); close(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && panel.open && !event.isComposing) { event.preventDefault(); close(); }
  });
  window.addEventListener("popstate", () => {
    const at = new URL(location.href).searchParams.get("at");
    const link = at && document.querySelector(`a[data-at="${CSS.escape(at)}"]`);
    if (link) open(link, { isNew: false });
    else close({ isNew: false });
  });
  NARROW.addEventListener("change", () => { if (panel.open) show(); });
  if (panel.dataset.openAt) {
    opener = document.querySelector(`a[data-at="${CSS.escape(panel.dataset.openAt)}"]`);
    mark(opener);
    show();
    ready(opener ?? panel);
  }
}
