// Asking: statements appear as they are verified; without this module the form sends the page.

import { announce, connection } from "./app.js";
import { events } from "./events.js";
import "./source.js";

const form = document.getElementById("ask");
const thread = document.getElementById("thread");
const question = document.getElementById("question");
const send = document.getElementById("send");
const stop = document.getElementById("stop");
const understood = document.getElementById("understood");
// A pause in typing; shorter, and every word would be asked about.
const PAUSE_MS = 400;
// A field with the focus brings up a keyboard, which would cover the answer.
const isTouched = matchMedia("(hover: none)");
let running = null;

// ------------------------------------------------------------------------------ asking

/** Put a question; its answer streams into the thread. */
async function ask(given) {
  running?.abort();
  const leaving = new AbortController();
  running = leaving;
  document.body.classList.add("has-turns");
  // The page keeps its heading for those who jump from heading to heading.
  document.querySelector(".welcome")?.classList.add("visually-hidden");
  document.querySelectorAll(".examples, .lately").forEach((one) => one.remove());
  question.placeholder = form.dataset.followUp;
  if (isTouched.matches) question.blur();
  thread.querySelectorAll(".failed").forEach((one) => one.remove());
  working(true);
  let turn = pending(given.get("question"));
  try {
    turn = await answered(given, leaving.signal, turn, (begun) => { turn = begun; });
    connection("");
  } catch (error) {
    failed(turn, error, given.get("question"));
  } finally {
    if (running === leaving) { running = null; working(false); }
  }
}

/** Follow the stream of one answer; return the turn it became. */
async function answered(given, signal, turn, begun) {
  const response = await fetch(form.dataset.stream, {
    method: "POST", body: new URLSearchParams(given), signal, headers: { Accept: "text/event-stream, application/problem+json" },
  });
  if (!response.ok) throw new Refused(await problem(response));
  for await (const event of events(response)) {
    if (event.name === "begin") {
      turn.outerHTML = event.data;
      turn = thread.lastElementChild;
      begun(turn);
    } else if (event.name === "statement") {
      turn.querySelector(".statements").insertAdjacentHTML("beforeend", event.data);
    } else if (event.name === "answer") {
      turn = finished(turn, event.data);
    } else if (event.name === "failed") {
      throw new Refused({}, event.data);
    } else {
      throw new Refused(JSON.parse(event.data));
    }
  }
  if (turn?.classList.contains("is-working")) throw new TypeError("the stream ended early");
  return turn;
}

class Refused extends Error {
  /** Take a problem as data, or as the page shows it. */
  constructor(said, html = "") { super(said.detail || said.title); this.said = said; this.html = html; }
}

async function problem(response) {
  try { return await response.json(); } catch { return { detail: response.statusText || String(response.status) }; }
}

/** Show at once what is asked, before the server says anything. */
function pending(asked) {
  const turn = document.getElementById("begun").content.firstElementChild.cloneNode(true);
  turn.classList.add("is-pending");
  turn.querySelector(".asked").textContent = asked;
  thread.append(turn);
  question.value = "";
  shrink();
  understood.replaceChildren();
  turn.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
  return turn;
}

/** Put the whole answer where its statements streamed; keep the place of whoever reads on. */
function finished(turn, html) {
  const focused = turn.contains(document.activeElement) ? document.activeElement.dataset.at : null;
  turn.insertAdjacentHTML("afterend", html);
  const whole = turn.nextElementSibling;
  turn.remove();
  window.htmx?.process(whole);
  enhance(whole);
  if (focused) whole.querySelector(`[data-at="${CSS.escape(focused)}"]`)?.focus();
  goOn(whole.dataset.conversation);
  announce(form.dataset.ready + " " + (whole.querySelector(".statements, .refusal")?.textContent ?? ""));
  return whole;
}

/** Later questions go on with the conversation, and its address can be kept. */
function goOn(conversation) {
  for (const field of document.querySelectorAll('input[name="conversation"]')) field.value = conversation;
  if (conversation) history.replaceState(history.state, "", `/conversations/${encodeURIComponent(conversation)}`);
}

function failed(turn, error, asked) {
  const wasStopped = error.name === "AbortError";
  if (question && !question.value) question.value = asked;
  const note = error.html ? shown(error.html) : told(wasStopped ? "notice failed" : "notice bad failed", wasStopped ? [form.dataset.stopped]
    : [error.said?.detail || document.getElementById("connection").dataset[navigator.onLine ? "failed" : "offline"], error.said?.hint]);
  if (turn.classList.contains("is-pending")) turn.remove();
  if (turn.isConnected) {
    turn.classList.remove("is-working");
    turn.removeAttribute("aria-busy");
    turn.querySelector(".working")?.remove();
    turn.append(note);
  } else {
    thread.append(note);
  }
  note.scrollIntoView({ block: "nearest" });
}

function shown(html) {
  const made = document.createElement("template");
  made.innerHTML = html;
  return made.content.firstElementChild;
}

function told(kind, lines) {
  const made = document.createElement("div");
  made.className = kind;
  made.setAttribute("role", "alert");
  for (const line of lines.filter(Boolean)) made.append(paragraph(line));
  return made;
}

function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

function working(is) {
  if (!form) return;
  send.hidden = is;
  stop.hidden = !is;
  if (is) announce(form.dataset.working);
  else if (document.activeElement === document.body && !isTouched.matches) question.focus({ preventScroll: true });
}

function calm() { return matchMedia("(prefers-reduced-motion: reduce)").matches; }

// ------------------------------------------------------------------------------ the form

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (question.value.trim()) ask(new FormData(form));
  });
  question.addEventListener("keydown", (event) => {
    // While Japanese is composed, Enter takes the word; Safari tells it by 229 alone.
    const isComposing = event.isComposing || event.keyCode === 229;
    if (event.key !== "Enter" || event.shiftKey || isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  stop.addEventListener("click", () => running?.abort());
  document.addEventListener("keydown", (event) => {
    // Esc closes what is open before it stops anything.
    if (event.key === "Escape" && running && !event.isComposing && !document.querySelector("dialog[open]")) running.abort();
  });
  question.addEventListener("input", () => { shrink(); later(); });
  understood.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.drop !== undefined) drop(button.dataset.drop);
    else if (button?.dataset.keep !== undefined) button.closest("li").remove();
    else return;
    understand();
    question.focus();
  });
  document.documentElement.classList.add("has-scripts");
  shrink();
}

// Forms that ask something by themselves: examples, rephrasings, chips taken off.
document.addEventListener("submit", (event) => {
  if (!form || !event.target.matches("form[data-ask]")) return;
  event.preventDefault();
  const given = new FormData(event.target);
  const about = form.elements.document?.value;
  if (about && !given.has("document")) given.set("document", about);
  ask(given);
});

function drop(words) {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "dropped", value: words });
  understood.append(field);
}

function shrink() {
  if (CSS.supports("field-sizing", "content")) return;
  question.style.height = "auto";
  question.style.height = `${question.scrollHeight}px`;
}

let timer = 0;
let reading = null;

function later() {
  clearTimeout(timer);
  timer = setTimeout(understand, PAUSE_MS);
}

/** Show what the question restricts by itself, as it is typed. */
async function understand() {
  reading?.abort();
  reading = new AbortController();
  const query = new URLSearchParams(new FormData(form));
  try {
    const response = await fetch(`${form.dataset.understand}?${query}`, { signal: reading.signal, headers: { Accept: "text/html" } });
    if (response.ok && !running) understood.innerHTML = await response.text();
  } catch {
    // It is shown with the answer all the same.
  }
}

// ------------------------------------------------------------------------------ each answer

/** Turn on what needs a script. */
function enhance(root) {
  for (const button of root.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim());
  const label = button.querySelector("span");
  const before = label.textContent;
  label.textContent = button.dataset.done;
  announce(button.dataset.done);
  setTimeout(() => { label.textContent = before; }, 2500);
});

enhance(document);
if (form && document.querySelector(".turn")) thread.lastElementChild.scrollIntoView({ block: "start" });
