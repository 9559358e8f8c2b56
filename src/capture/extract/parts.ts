import { lineOf } from '../normal-text';

const HIDDEN = '[id][hidden],[id][style*="none"],[id][aria-hidden="true"]';
const CONTROL = 'a[href^="#"],[aria-controls],[data-target^="#"],[data-bs-target^="#"]';
/** `strona-2`, `page2`: a name and the number of the part. */
const NUMBERED = /^(.*\D|)(\d{1,3})$/;
const NUMBER = /^\D{0,12}\d{1,3}$/;
/** In UTF-16 code units: the text of a part. */
const MIN_TEXT = 100;
const MAX_PARTS = 50;

/**
 * Shows the hidden parts of a text that a page has split but delivered whole: siblings of one kind with
 * numbers in their ids, of which one is visible, and which are turned by numbers or by links in other
 * parts. Tabs with names are no parts, nor are copies of a visible part. Changes the document. Returns
 * true if it has shown any.
 */
export function showHiddenParts(document: Document): boolean {
  const { body } = document;
  if (body === null) return false;
  const hidden = [...body.querySelectorAll(HIDDEN)].filter((element) => numberOf(element) !== null);
  let hasShown = false;
  for (const parent of new Set(hidden.map(({ parentElement }) => parentElement))) {
    if (parent !== null && showPartsIn(parent, new Set(hidden), body)) hasShown = true;
  }
  return hasShown;
}

function showPartsIn(parent: Element, hidden: ReadonlySet<Element>, body: Element): boolean {
  const parts = [...parent.children].filter(
    (child) => numberOf(child) !== null && lengthOf(child) >= MIN_TEXT,
  );
  const visible = parts.find((part) => !hidden.has(part));
  if (visible === undefined) return false;
  const alike = parts.filter(
    (part) => part.localName === visible.localName && nameOf(part) === nameOf(visible),
  );
  if (alike.length > MAX_PARTS || !areTurned(alike, body)) return false;
  const texts = new Set(alike.filter((part) => !hidden.has(part)).map(lineOf));
  const before = texts.size;
  for (const part of alike) {
    const text = lineOf(part);
    if (!hidden.has(part) || texts.has(text)) continue;
    texts.add(text);
    show(part);
  }
  return texts.size > before;
}

/** True if each part is the target of a control that is a number or is in another part. */
function areTurned(parts: readonly Element[], body: Element): boolean {
  const left = new Set(parts.map(({ id }) => id));
  for (const control of body.querySelectorAll(CONTROL)) {
    const id = targetOf(control);
    if (!left.has(id)) continue;
    const part = parts.find((one) => one.contains(control));
    const isNumber = NUMBER.test(lineOf(control));
    if (isNumber || (part !== undefined && part.id !== id)) left.delete(id);
  }
  // The first part may have no link to it.
  return parts.length > 1 && left.size <= 1;
}

const targetOf = (control: Element): string =>
  ['href', 'aria-controls', 'data-target', 'data-bs-target']
    .map((name) => control.getAttribute(name))
    .find((value) => value !== null)
    ?.replace(/^#/, '') ?? '';

const numberOf = ({ id }: Element): number | null => {
  const match = NUMBERED.exec(id);
  return match === null ? null : Number(match[2]);
};

const nameOf = ({ id }: Element): string => NUMBERED.exec(id)?.[1] ?? '';

const lengthOf = (element: Element): number => lineOf(element).length;

function show(part: Element): void {
  for (const name of ['hidden', 'aria-hidden', 'style']) part.removeAttribute(name);
}
