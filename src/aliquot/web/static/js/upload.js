// Files on their way into the library: sent a few at a time, each followed until it can be asked about.

import { announce } from "./app.js";

const form = document.getElementById("upload");
const chooser = document.getElementById("upload-files");
const drop = document.getElementById("drop");
const list = document.getElementById("upload-list");
const words = document.getElementById("upload-words").dataset;
const pattern = document.getElementById("upload-row");

// Browsers send six requests to one server at a time; two are left for following jobs and for reading.
const AT_ONCE = 4;
const LOOK_MS = 800;
const BYTES = 1024 * 1024;
const ENDED = new Set(["done", "failed", "cancelled"]);
const STAGES = { embed: words.embedding, index: words.indexing, findings: words.finding };

const queue = [];
const jobs = new Map();
let sending = 0;
let looking = 0;

class Row {
  constructor(file) {
    this.file = file;
    this.element = pattern.content.firstElementChild.cloneNode(true);
    this.element.querySelector(".upload-name").textContent = file.name;
    this.badge = this.element.querySelector(".badge");
    this.bar = this.element.querySelector("progress");
    this.bar.setAttribute("aria-label", words.progress.replace("{name}", file.name));
    list.append(this.element);
    this.say(words.queued);
  }

  say(text, tone = "") {
    this.badge.textContent = text;
    this.badge.className = `badge ${tone}`;
  }

  /** Set how far it is, 0 to 1; without a number the bar has no end. */
  fill(share) {
    if (share === undefined) this.bar.removeAttribute("value");
    else this.bar.value = Math.round(share * 100);
  }

  end(state, text, tone, why = "") {
    this.element.dataset.state = state;
    this.element.classList.add("is-done");
    this.say(text, tone);
    const reason = this.element.querySelector(".upload-why");
    reason.textContent = why;
    reason.hidden = !why;
    count();
  }
}

function count() {
  const rows = [...list.children];
  const ended = rows.filter((row) => row.dataset.state);
  const ready = rows.filter((row) => ["ok", "partial", "duplicate"].includes(row.dataset.state));
  const line = words.count.replace("{done}", ready.length).replace("{all}", rows.length);
  document.getElementById("uploads-count").textContent = line;
  document.getElementById("uploads-done").hidden = ready.length === 0 || ended.length < rows.length;
  if (ended.length === rows.length) announce(line);
}

function take(files) {
  document.getElementById("uploads").hidden = false;
  for (const file of files) {
    const row = new Row(file);
    if (file.size > Number(form.dataset.maxMib) * BYTES) row.end("refused", words.refused, "bad", words.large);
    else queue.push(row);
  }
  count();
  sendNext();
}

function sendNext() {
  while (sending < AT_ONCE && queue.length) send(queue.shift());
}

function send(row) {
  sending += 1;
  const body = new FormData();
  body.append("collection", form.elements.collection.value);
  body.append("files", row.file, row.file.name);
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  request.setRequestHeader("Idempotency-Key", crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`);
  row.say(words.sending, "accent");
  row.fill(0);
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) row.fill(event.loaded / event.total);
  });
  request.addEventListener("load", () => taken(row, request));
  request.addEventListener("error", () => row.end("failed", words.refused, "bad", words.offline));
  request.addEventListener("loadend", () => { sending -= 1; sendNext(); });
  request.send(body);
}

function taken(row, request) {
  const answer = parsed(request.responseText);
  const refused = answer.refused?.[0];
  if (request.status >= 400 || refused) {
    const why = refused ?? answer;
    row.end("refused", words.refused, "bad", [why.reason ?? why.detail, why.hint].filter(Boolean).join(" "));
    return;
  }
  row.say(words.waiting);
  row.fill(undefined);
  jobs.set(answer.job.id, row);
  if (!looking) looking = setTimeout(look, LOOK_MS);
}

function parsed(text) {
  try { return JSON.parse(text); } catch { return {}; }
}

/** Ask for the jobs that go on, all at once. */
async function look() {
  for (const [id, row] of [...jobs]) {
    let job;
    try {
      const response = await fetch(`/api/v1/jobs/${id}`, { headers: { Accept: "application/json" } });
      job = await response.json();
    } catch { continue; }
    if (ENDED.has(job.state)) jobs.delete(id);
    show(row, job);
  }
  looking = jobs.size ? setTimeout(look, LOOK_MS) : 0;
}

function show(row, job) {
  if (job.state === "running") {
    row.say(STAGES[job.doing.split(":")[0]] ?? words.reading, "accent");
    row.fill(job.total > 1 ? job.done / job.total : undefined);
  } else if (job.state === "done") {
    ended(row, job.result.files?.[0] ?? { status: "ok" });
  } else if (job.state === "failed") {
    row.end("failed", words.failed, "bad", job.reason);
  } else if (job.state === "cancelled") {
    row.end("cancelled", words.cancelled, "warn");
  }
}

const ENDS = {
  ok: [words.ok, "good"],
  partial: [words.partial, "warn"],
  duplicate: [words.duplicate, ""],
  part: [words.ok, "good"],
  quarantined: [words.quarantined, "warn"],
};

function ended(row, file) {
  const [text, tone] = ENDS[file.status] ?? [words.failed, "bad"];
  row.end(file.status in ENDS ? file.status : "failed", text, tone, file.reason ?? "");
}

/** Yield the files of what was dropped, those in folders too. */
async function* filesIn(entries) {
  for (const entry of entries) {
    if (entry.isFile) yield await new Promise((done, fail) => entry.file(done, fail));
    else if (entry.isDirectory && !entry.name.startsWith(".")) yield* filesIn(await read(entry));
  }
}

async function read(folder) {
  const reader = folder.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return found;
    found.push(...some);
  }
}

drop.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("is-over"); });
drop.addEventListener("dragleave", () => drop.classList.remove("is-over"));
drop.addEventListener("drop", async (event) => {
  event.preventDefault();
  drop.classList.remove("is-over");
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const files = [...event.dataTransfer.files];
  if (!entries.some((entry) => entry.isDirectory)) { take(files); return; }
  const found = [];
  for await (const file of filesIn(entries)) if (!file.name.startsWith(".")) found.push(file);
  take(found);
});
chooser.addEventListener("change", () => { take([...chooser.files]); chooser.value = ""; });
window.addEventListener("beforeunload", (event) => { if (sending || queue.length) event.preventDefault(); });
