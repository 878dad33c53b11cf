// The library page: receipts beside the table, the address follows the search, links swap the table.

import "./toasts.js";

const dialog = document.getElementById("receipt-dialog");
const receipt = document.getElementById("receipt-here");

/** Fetch a part of a page as htmx does, so that the server sends the part alone. */
async function part(address) {
  const response = await fetch(address, { headers: { "HX-Request": "true", Accept: "text/html" } });
  return response.text();
}

async function openReceipt(address) {
  receipt.innerHTML = await part(address);
  window.htmx.process(receipt);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

async function showTable(address) {
  const files = document.getElementById("files");
  files.setAttribute("aria-busy", "true");
  files.outerHTML = await part(address);
  const shown = document.getElementById("files");
  window.htmx.process(shown);
  followAddress();
  shown.scrollIntoView({ block: "nearest" });
}

function followAddress() {
  const shown = document.getElementById("files");
  if (shown?.dataset.address) history.replaceState({}, "", shown.dataset.address);
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  const link = event.target.closest("a[data-receipt], a[data-part], .pager a");
  if (link?.matches("[data-receipt]") && dialog) {
    event.preventDefault();
    openReceipt(link.href);
  } else if (link && link.closest("#files")) {
    event.preventDefault();
    showTable(link.href);
  } else if (event.target === dialog || event.target.closest("[data-close]")) {
    dialog?.close();
  }
});

document.addEventListener("submit", (event) => {
  if (event.target.closest("[data-closes]")) dialog?.close();
});

document.addEventListener("htmx:after:swap", followAddress);
