// The form of a survey: columns are added and taken out; what is folded opens when it is linked to.

import "./source.js";

const list = document.querySelector("#survey-columns .column-list");
const add = document.querySelector("[data-add-column]");
const pattern = document.getElementById("survey-column");

function addColumn() {
  const field = pattern.content.firstElementChild.cloneNode(true);
  list.insertBefore(field, pattern);
  field.focus();
}

if (add) {
  add.hidden = false;
  add.addEventListener("click", addColumn);
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

function openLinked() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
window.addEventListener("hashchange", openLinked);
openLinked();

// An address that names a quote opens it.
const named = new URL(location.href).searchParams.get("at");
if (named) document.querySelector(`a[data-at="${CSS.escape(named)}"]`)?.click();
