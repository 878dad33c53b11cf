// Pages of a PDF, drawn by pdf.js, with the quote marked where the server says it stands.
//
// What the server sends is a picture of each page with its marks; this draws the same pages sharp at
// any size, and those around them. Rectangles are shares of the page, so they fit whatever the zoom.

const VENDOR = new URL("../vendor/pdfjs/", import.meta.url);
const SVG = "http://www.w3.org/2000/svg";
const ZOOMS = [0.75, 1, 1.25, 1.5, 2, 3];
// A canvas of more pixels is refused by phones. Source: WebKit, 16,777,216.
const MAX_PIXELS = 16_000_000;
let pdfjs = null;

/** Draw the pages of a place, and let the reader turn and enlarge them. */
export async function showPages(root) {
  const places = JSON.parse(root.dataset.places);
  const viewer = new Viewer(root, places);
  if (root.dataset.pdf) await viewer.open(root.dataset.pdf);
}

async function engine() {
  if (!pdfjs) {
    pdfjs = await import(new URL("pdf.min.mjs", VENDOR).href);
    pdfjs.GlobalWorkerOptions.workerSrc = new URL("pdf.worker.min.mjs", VENDOR).href;
  }
  return pdfjs;
}

class Viewer {
  constructor(root, places) {
    this.root = root;
    this.marks = new Map(places.map((one) => [one.number, one]));
    this.number = places[0]?.number ?? 1;
    this.zoom = ZOOMS.indexOf(1);
    this.sheets = root.querySelector(".sheets");
    this.drawing = null;
  }

  async open(address) {
    try {
      const { getDocument } = await engine();
      this.pdf = await getDocument({
        url: address,
        cMapUrl: new URL("cmaps/", VENDOR).href,
        cMapPacked: true,
        standardFontDataUrl: new URL("standard_fonts/", VENDOR).href,
        wasmUrl: new URL("wasm/", VENDOR).href,
        iccUrl: new URL("iccs/", VENDOR).href,
        enableXfa: false,
      }).promise;
    } catch {
      // The pictures of the pages stay.
      this.root.dataset.state = "pictures";
      return;
    }
    const tools = this.root.querySelector(".page-tools");
    tools.hidden = false;
    tools.addEventListener("click", (event) => this.pressed(event.target.closest("button")));
    await this.draw();
  }

  pressed(button) {
    if (!button) return;
    if (button.dataset.turn) this.number = this.kept(this.number + Number(button.dataset.turn), 1, this.pdf.numPages);
    if (button.dataset.zoom) this.zoom = this.kept(this.zoom + Number(button.dataset.zoom), 0, ZOOMS.length - 1);
    this.draw();
  }

  kept(value, low, high) { return Math.min(Math.max(value, low), high); }

  async draw() {
    const drawing = {};
    this.drawing = drawing;
    const page = await this.pdf.getPage(this.number);
    const natural = page.getViewport({ scale: 1 });
    const width = Math.max(this.sheets.clientWidth - 2, 200) * ZOOMS[this.zoom];
    const ratio = Math.min(window.devicePixelRatio || 1, Math.sqrt(MAX_PIXELS / (width * width * natural.height / natural.width)));
    const viewport = page.getViewport({ scale: (width / natural.width) * ratio });
    const canvas = document.createElement("canvas");
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    try {
      await page.render({ canvas, viewport }).promise;
    } catch {
      this.root.dataset.state = "pictures";
      return;
    }
    if (this.drawing !== drawing) return;
    this.sheets.replaceChildren(this.sheet(canvas, width));
    this.root.dataset.state = "drawn";
    this.root.dataset.number = String(this.number);
    this.tell();
    this.sheets.querySelector(".highlight")?.scrollIntoView({ block: "center" });
  }

  sheet(canvas, width) {
    const sheet = document.createElement("figure");
    sheet.className = "page-sheet is-drawn";
    sheet.dataset.number = String(this.number);
    sheet.style.width = `${width}px`;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", this.root.dataset.pageLabel.replace("{number}", this.number));
    sheet.append(canvas, this.overlay());
    return sheet;
  }

  overlay() {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "page-marks");
    svg.setAttribute("viewBox", "0 0 1 1");
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    for (const [x, y, width, height] of this.marks.get(this.number)?.rects ?? []) {
      const rect = document.createElementNS(SVG, "rect");
      for (const [name, value] of Object.entries({ class: "highlight", x, y, width, height })) rect.setAttribute(name, value);
      svg.append(rect);
    }
    return svg;
  }

  tell() {
    const count = this.root.querySelector("[data-page-count]");
    count.textContent = this.root.dataset.pageWord.replace("{number}", this.number).replace("{count}", this.pdf.numPages);
    this.root.querySelector('[data-turn="-1"]').disabled = this.number <= 1;
    this.root.querySelector('[data-turn="1"]').disabled = this.number >= this.pdf.numPages;
    this.root.querySelector('[data-zoom="-1"]').disabled = this.zoom <= 0;
    this.root.querySelector('[data-zoom="1"]').disabled = this.zoom >= ZOOMS.length - 1;
  }
}
