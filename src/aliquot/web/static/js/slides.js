// A slide, drawn from what stands on it: texts and tables at their places with the quote marked,
// pictures as the server draws them anew. Texts stand in the page in reading order.
//
// Lengths are shares of the slide, so that all of it grows and shrinks with the sheet.

import { elementOf, marked, tableOf } from "./placed.js";

const ZOOMS = [0.75, 1, 1.5, 2, 3];
// Type of texts whose size the file does not tell, in points.
const USUAL_PT = { title: 40, text: 22 };
// Type is set smaller, step by step, until its text fits the box it had, but not below this share:
// tables are often higher than the file says, and grow.
const STEP = 0.94;
const SMALLEST = { text: 0.5, table: 0.75 };
// What is quoted is enlarged until its type has so many pixels, where a zoom does that.
const LEGIBLE_PX = 10;
// Rectangles come to five digits.
const SAME = 0.001;
// Pixels of a picture: sharp on a screen that doubles them.
const PICTURE_WIDTHS = { narrow: 800, wide: 1200 };
// What a slide without a title is called when it is read; its number stands above it anyway.
const NO_TITLE = /^Slide \d+$/;

/** Draw the slide of a place, and let the reader turn to others, enlarge it, or read it as text. */
export function showSlide(root) {
  const slide = JSON.parse(root.dataset.slide);
  if (isDrawable(slide)) new SlideView(root, slide).open();
}

function isDrawable(slide) {
  return slide.width > 0 && slide.height > 0 && (slide.pictures.length > 0 || slide.shapes.some((one) => one.rect));
}

class SlideView {
  constructor(root, slide) {
    this.root = root;
    this.slide = slide;
    this.known = new Map([[slide.number, slide]]);
    this.zoom = ZOOMS.indexOf(1);
    this.tools = root.querySelector(".page-tools");
    this.body = root.querySelector(".slide");
    this.notes = root.querySelector(".slide-notes");
    this.turning = null;
  }

  open() {
    this.tools.hidden = false;
    this.tools.addEventListener("click", (event) => this.pressed(event.target.closest("button")));
    this.draw();
  }

  async pressed(button) {
    if (!button) return;
    if (button.dataset.turn) await this.turn(this.slide.number + Number(button.dataset.turn));
    if (button.dataset.zoom) this.zoom = Math.min(Math.max(this.zoom + Number(button.dataset.zoom), 0), ZOOMS.length - 1);
    if (button.dataset.asText !== undefined) this.root.classList.toggle("is-flat");
    this.size();
    this.tell();
  }

  async turn(number) {
    if (number < 1 || number > this.slide.count) return;
    this.turning?.abort();
    this.turning = new AbortController();
    try {
      if (!this.known.has(number)) {
        const response = await fetch(`${this.root.dataset.address}/${number}`, { signal: this.turning.signal, headers: { Accept: "application/json" } });
        if (!response.ok) throw new Error(String(response.status));
        this.known.set(number, await response.json());
      }
    } catch (error) {
      if (error.name !== "AbortError") this.tools.querySelector("[data-page-count]").textContent = this.root.dataset.failed;
      return;
    }
    this.slide = this.known.get(number);
    this.draw();
  }

  draw() {
    const { slide } = this;
    this.sheet = elementOf("div", "slide-sheet");
    this.sheet.style.aspectRatio = `${slide.width} / ${slide.height}`;
    const lead = [], loose = [];
    for (const shape of slide.shapes) {
      if (shape.rect) this.sheet.append(this.shape(shape));
      else if (shape.mark || !NO_TITLE.test(shape.after)) (shape.type === "heading" ? lead : loose).push(textOf(shape));
    }
    slide.pictures.forEach((one) => this.sheet.append(this.picture(one)));
    const sheets = elementOf("div", "sheets");
    sheets.append(this.sheet);
    this.body.replaceChildren(...lead, sheets, ...loose);
    this.body.classList.add("is-drawn");
    this.size();
    for (const one of this.sheet.querySelectorAll(".slide-shape:not(.is-caption)")) fit(one, this.sheet);
    this.enlarge();
    this.writeNotes();
    this.tell();
    this.root.dataset.state = "drawn";
    this.root.dataset.number = String(slide.number);
    this.root.querySelector("mark.quote")?.scrollIntoView({ block: "center", inline: "center" });
  }

  enlarge() {
    const quoted = this.sheet.querySelector("mark.quote");
    if (!quoted) return;
    const pixels = parseFloat(getComputedStyle(quoted).fontSize) / ZOOMS[this.zoom];
    const enough = ZOOMS.findIndex((one) => one >= 1 && one * pixels >= LEGIBLE_PX);
    this.zoom = Math.max(this.zoom, enough < 0 ? ZOOMS.length - 1 : enough);
    this.size();
  }

  shape(shape) {
    const made = shape.grid ? elementOf("div", "slide-shape slide-table") : textOf(shape, "slide-shape");
    if (shape.grid) made.append(tableOf(shape.grid));
    made.classList.toggle("is-framed", shape.is_framed);
    place(made, shape.rect);
    if (shape.turn) made.style.transform = `rotate(${shape.turn}deg)`;
    made.dataset.size = String((shape.size || USUAL_PT[shape.is_title ? "title" : "text"]) / this.slide.width * 100);
    const picture = this.slide.pictures.find((one) => isSame(one.rect, shape.rect));
    if (picture) {
      // What a picture is said to show: heard, and seen where it is quoted or all there is.
      made.classList.add("is-caption");
      made.classList.toggle("visually-hidden", !shape.mark && picture.number !== null);
    }
    return made;
  }

  picture(one) {
    const made = elementOf("div", "slide-picture");
    place(made, one.rect);
    if (one.turn) made.style.transform = `rotate(${one.turn}deg)`;
    const isSaid = this.slide.shapes.some((shape) => shape.rect && isSame(one.rect, shape.rect));
    const words = one.description || this.root.dataset.picture;
    if (one.number === null) {
      missing(made, isSaid ? "" : one.description || this.root.dataset.missing);
      return made;
    }
    const image = elementOf("img");
    const width = one.rect[2] > 0.5 ? PICTURE_WIDTHS.wide : PICTURE_WIDTHS.narrow;
    image.alt = isSaid ? "" : words;
    image.decoding = "async";
    image.addEventListener("error", () => { image.remove(); missing(made, isSaid ? "" : words); }, { once: true });
    image.src = `${this.root.dataset.address}/${this.slide.number}/pictures/${one.number}?width=${width}`;
    const [left, top, right, bottom] = one.crop;
    const across = 1 - left - right, down = 1 - top - bottom;
    Object.assign(image.style, {
      width: percent(1 / across), height: percent(1 / down), left: percent(-left / across), top: percent(-top / down),
    });
    made.append(image);
    return made;
  }

  writeNotes() {
    this.notes.hidden = !this.slide.notes.length;
    this.notes.open = this.slide.holds === "notes" || (this.notes.open && this.slide.notes.length > 0);
    const summary = this.notes.querySelector("summary");
    this.notes.replaceChildren(summary, ...this.slide.notes.map((one) => textOf(one)));
  }

  size() {
    const isFlat = this.root.classList.contains("is-flat");
    const isWide = ZOOMS[this.zoom] > 1 && !isFlat;
    this.sheet.style.width = isFlat ? "" : percent(ZOOMS[this.zoom]);
    const sheets = this.sheet.parentElement;
    // What can be moved sideways can be reached by keys.
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", this.words()]]) {
      if (isWide) sheets.setAttribute(name, value);
      else sheets.removeAttribute(name);
    }
  }

  words() {
    return this.root.dataset.slideWord.replace("{number}", this.slide.number).replace("{count}", this.slide.count);
  }

  tell() {
    const find = (selector) => this.tools.querySelector(selector);
    const isFlat = this.root.classList.contains("is-flat");
    find("[data-page-count]").textContent = this.words();
    find('[data-turn="-1"]').disabled = this.slide.number <= 1;
    find('[data-turn="1"]').disabled = this.slide.number >= this.slide.count;
    find('[data-zoom="-1"]').disabled = isFlat || this.zoom <= 0;
    find('[data-zoom="1"]').disabled = isFlat || this.zoom >= ZOOMS.length - 1;
    find("[data-as-text]").setAttribute("aria-pressed", String(isFlat));
  }
}

function textOf(shape, kind = "") {
  const made = elementOf(shape.is_title || shape.type === "heading" ? "h3" : "div", `pre ${kind}`.trim());
  if (shape.is_title) made.classList.add("slide-title");
  made.append(...marked(shape));
  return made;
}

function place(made, [left, top, width, height]) {
  Object.assign(made.style, { left: percent(left), top: percent(top), width: percent(width), minHeight: percent(height), height: made.classList.contains("slide-picture") ? percent(height) : "" });
  made.dataset.height = String(height);
}

/** Set a text's type as large as in the file, or as large as fits the box it had there. */
function fit(made, sheet) {
  const room = Number(made.dataset.height) * sheet.clientHeight + 1;
  const size = Number(made.dataset.size);
  const smallest = SMALLEST[made.classList.contains("slide-table") ? "table" : "text"];
  for (let share = 1; ; share *= STEP) {
    made.style.fontSize = `${size * Math.max(share, smallest)}cqw`;
    if (share <= smallest || (made.scrollHeight <= room && made.scrollWidth <= made.clientWidth + 1)) return;
  }
}

function missing(made, words) {
  made.classList.add("is-missing");
  made.textContent = words;
}

function isSame(one, other) {
  return one.every((edge, at) => Math.abs(edge - other[at]) <= SAME);
}

function percent(share) {
  return `${share * 100}%`;
}
