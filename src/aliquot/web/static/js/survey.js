// The form of a survey: columns are added and taken out; what is folded opens when it is linked to.
// A survey that runs: its page is drawn again whenever its job has moved.

import "./source.js";

const list = document.querySelector("#survey-columns .column-list");
const add = document.querySelector("[data-add-column]");
const pattern = document.getElementById("survey-column");

function addColumn(name = "") {
  const empty = [...list.querySelectorAll("input")].find((field) => !field.value.trim());
  const field = (name && empty) || pattern.content.firstElementChild.cloneNode(true);
  field.value = name || field.value;
  if (!field.isConnected) list.insertBefore(field, pattern);
  field.focus();
}

if (add) {
  add.hidden = false;
  add.addEventListener("click", () => addColumn());
  list.addEventListener("keydown", (event) => {
    const field = event.target.closest("input");
    if (event.key === "Enter" && field) {
      event.preventDefault();
      if (field.value.trim()) addColumn();
    } else if (event.key === "Backspace" && field && !field.value && list.querySelectorAll("input").length > 1) {
      event.preventDefault();
      const before = field.previousElementSibling ?? field.nextElementSibling;
      field.remove();
      before.focus();
    }
  });
}

const suggested = document.querySelector("[data-suggested]");
if (suggested) {
  suggested.hidden = false;
  suggested.addEventListener("click", (event) => {
    const name = event.target.closest("[data-column]")?.dataset.column;
    if (name) addColumn(name);
  });
}

// An example fills the field in and leaves the rest of the form as it is.
document.addEventListener("click", (event) => {
  const example = event.target.closest("a[data-example]");
  if (!example || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const field = document.getElementById("survey-question");
  field.value = example.textContent;
  field.focus();
});

const followed = document.getElementById("survey")?.dataset.events;
if (followed) {
  const source = new EventSource(followed);
  const draw = () => document.getElementById("survey").dispatchEvent(new Event("moved"));
  source.addEventListener("progress", draw);
  for (const end of ["done", "failed", "cancelled"]) {
    source.addEventListener(end, () => { source.close(); draw(); });
  }
}

function openLinked() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
window.addEventListener("hashchange", openLinked);
openLinked();

// An address that names a quote opens it.
const named = new URL(location.href).searchParams.get("at");
if (named) document.querySelector(`a[data-at="${CSS.escape(named)}"]`)?.click();
