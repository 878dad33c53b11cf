// Parts of a document as elements, their words as text and never as markup, the quote marked.

/** Make an element of a class. */
export function elementOf(name, kind = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  return made;
}

/** Return a block's words, its part of the quote in a mark. */
export function marked({ before, mark, after }) {
  const parts = [document.createTextNode(before), document.createTextNode(after)];
  if (mark) parts.splice(1, 0, quote(mark));
  return parts;
}

/** Return a table's rows, the cells of the quote marked. */
export function tableOf(grid) {
  const isMarked = new Set(grid.marked.map(([row, column]) => `${row} ${column}`));
  const made = elementOf("table", "table-narrow");
  const head = made.createTHead().insertRow();
  grid.header.forEach((words, column) => {
    // A column without a name is headed by nothing.
    const cell = elementOf(words ? "th" : "td");
    if (words) cell.scope = "col";
    head.append(fill(cell, words, isMarked.has(`-1 ${column}`)));
  });
  const body = made.createTBody();
  grid.rows.forEach((words, at) => {
    const row = body.insertRow();
    words.forEach((word, column) => fill(row.insertCell(), word, isMarked.has(`${at} ${column}`)));
  });
  return made;
}

function fill(cell, words, isMarked) {
  cell.append(isMarked && words ? quote(words) : words);
  return cell;
}

function quote(words) {
  const made = elementOf("mark", "quote");
  made.textContent = words;
  return made;
}
