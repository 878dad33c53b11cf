// The document page: what it names opens beside it; an address with a quote scrolls to the quote.

import "./source.js";

document.querySelector(".document-text mark.quote")?.scrollIntoView({ block: "center" });
