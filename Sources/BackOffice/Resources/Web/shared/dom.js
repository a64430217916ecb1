// Building of elements. Text goes in as text only; nothing here takes markup.

const drawing = "http://www.w3.org/2000/svg";

/** An element. `properties`: class, text, on ({event: listener}); true and text values become attributes, false and
 * null ones are left out. */
export function make(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same for a drawing. */
export function draw(tag, properties = {}, ...children) {
  return fill(document.createElementNS(drawing, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "class") element.setAttribute("class", value);
    else if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sets a text only when it is another one: a live region stays quiet otherwise. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
