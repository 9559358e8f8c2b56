import { BLOCKS, isElement, isText, NAMES_MARK } from '../elements';
import { hasLetter, lineOf } from '../normal-text';
import type { RepairTools } from './repair-context';

/** Notes in the margin or in a bubble. Any `<aside>` may be one, if it is amid a sentence. */
const NAMED_NOTE =
  ':is([class*="sidenote" i],[class*="side" i][class*="-note" i],[class*="marginnote" i],[class*="margin-note" i],[class*="footnote" i])';
/** Comparing without regard to case is slow, so most elements are compared with one word only. */
const CLASSED_NOTE = `[class]:is([class*="note" i]${NAMED_NOTE},[class*="tooltip"][class*="text"],span.margin,small.aside,span.aside)`;
const BESIDE_NOTES = `:is(aside,[role="note"],d-footnote,dt-fn,${CLASSED_NOTE}):not(a,a *,label,sup,ol,ul,li,p)`;

/** In UTF-16 code units, of one without such a name, which may be for something else. */
const MAX_ASIDE = 300;

/**
 * Puts brackets around a note that stands in a sentence, or that a parser has moved out of it. The place
 * beside the text is that of a style sheet.
 *
 * @param cleared the parents whose labels were removed
 */
function putInSentence(note: Element, cleared: Set<Element | null>): void {
  const text = lineOf(note);
  // Marks of notes have similar names.
  if (!hasLetter(text) || !text.includes(' ')) return;
  const isNamed = /note|fn/i.test(`${note.localName} ${note.getAttribute('class')}`);
  if (!isNamed && (text.length > MAX_ASIDE || note.querySelector('a,img,h2,h3,h4'))) return;
  const before = note.previousElementSibling;
  let after = note.nextSibling;
  if (note.closest('p') === null) {
    if (before?.localName !== 'p' || !after?.textContent?.trim() || isElement(after)) return;
    before.append(note);
    while (after !== null && !(isElement(after) && after.matches(BLOCKS))) {
      const next: ChildNode | null = after.nextSibling;
      before.append(after);
      after = next;
    }
  }
  const { parentElement } = note;
  // The labels of all notes of a sentence are removed together.
  const labels = cleared.has(parentElement) ? null : parentElement?.querySelectorAll('label');
  cleared.add(parentElement);
  for (const label of labels ?? []) {
    if (!hasLetter(lineOf(label))) label.remove();
  }
  const mark = note.querySelector('sup');
  if (mark !== null && text.startsWith(lineOf(mark))) mark.remove();
  for (const block of note.querySelectorAll(`br,${BLOCKS}`)) {
    block.replaceWith(' ', ...block.childNodes);
  }
  const isOpen = /^[([]|[)\]]$/.test(text) || note.querySelector('img,table,pre') !== null;
  const { firstChild, lastChild } = note;
  if (firstChild && isText(firstChild)) firstChild.data = firstChild.data.trimStart();
  if (lastChild && isText(lastChild)) lastChild.data = lastChild.data.trimEnd();
  const inline = note.ownerDocument.createElement('span');
  inline.append(isOpen ? ' ' : ' (', ...note.childNodes, isOpen ? ' ' : ')');
  note.replaceWith(inline);
}

const TICKED = '[checked],[aria-checked="true"]';
const TICKS = '[role="checkbox"],li input[type="checkbox"]';

/** Returns the entry or the row of a tick, the text that it holds, or the box around it. */
const taskOf = (box: Element): Element | null =>
  box.closest('li,tr') ?? (lineOf(box) === '' ? box.parentElement : box);

/**
 * True for the tick of a task, which is shown as a character because the article has no controls.
 *
 * @param ticked the lists in which something is ticked
 */
function isTask(box: Element, ticked: ReadonlySet<unknown>): boolean {
  const item = taskOf(box);
  if (item === null || box.closest('form,nav,aside,[role="dialog"]') !== null) return false;
  // A single one beside a text is a setting.
  const isListed = item.matches('li,tr') || item.parentElement?.querySelectorAll(TICKS)[1];
  if (!isListed) return false;
  // In a list of ingredients a reader may tick what is there.
  if (!box.hasAttribute('disabled') && !ticked.has(item.parentElement)) return false;
  // A control in a sentence does something else.
  for (let part: Node = box; part !== item && part.parentNode; part = part.parentNode) {
    if (part.previousSibling?.textContent?.trim()) return false;
  }
  return true;
}

/**
 * Notes at the end and boxes in the text. They belong to the article, but Readability drops
 * `aside`.
 */
const NOTES = '[role^="doc-"],[role="note"],.footnotes,.footnote';
const NOTE_ELEMENTS: ReadonlySet<string> = new Set(['aside', 'footer', 'div', 'section', 'ol']);
const OTHER_ROLES = /^doc-(?!footnote|endnotes|tip|notice|pullquote)/;

const CALLOUT =
  /(?:^|[\s_-])(?:admonition|callout|note|notice|tip|hint|warning|caution|danger|important|info|pullquote|pull-quote|sidenote|marginnote|footnotes?)(?:$|[\s_-])/i;

const BESIDE_HEADING = ':is(h2,h3,h4)>span,:is(h2,h3,h4)+span';

/** Protects notes and boxes beside the text, and opens `<details>` elements. */
export function repairNotes({ root, find }: RepairTools): void {
  const cleared = new Set<Element | null>();
  for (const note of [...root.querySelectorAll(BESIDE_NOTES)].reverse())
    putInSentence(note, cleared);
  const boxes = [...root.querySelectorAll(TICKS)];
  const ticked = new Set(boxes.map((box) => box.matches(TICKED) && taskOf(box)?.parentElement));
  for (const box of boxes.filter((each) => isTask(each, ticked))) {
    const tick = box.matches(TICKED) ? '☑ ' : '☐ ';
    if (lineOf(box) === '') box.replaceWith(tick);
    else box.prepend(tick);
  }
  for (const aside of find('aside')) {
    if (CALLOUT.test(aside.getAttribute('class') ?? '')) becomeSection(aside);
  }
  for (const note of root.querySelectorAll(NOTES)) {
    const isNote = !OTHER_ROLES.test(note.getAttribute('role') ?? '');
    if (isNote && NOTE_ELEMENTS.has(note.localName)) becomeSection(note);
  }
  for (const details of find('details')) details.setAttribute('open', '');
  // An encyclopedia has links beside each heading to edit the section.
  for (const links of root.querySelectorAll(BESIDE_HEADING)) {
    if (/^\[[^\]]+\]$/.test(lineOf(links)) && links.querySelector('a[href]')) links.remove();
  }
  for (const anchor of find('a')) {
    const name = anchor.getAttribute('name');
    if (name && anchor.id === '') anchor.id = name;
    anchor.removeAttribute('name');
  }
}

/** Readability judges a section by its text instead of its class or role. */
export function becomeSection(element: Element): Element {
  if (element.localName === 'ol') {
    element.removeAttribute('class');
    return element;
  }
  const section = element.ownerDocument.createElement('section');
  for (const name of ['id', 'lang', 'dir']) {
    const value = element.getAttribute(name);
    if (value !== null) section.setAttribute(name, value);
  }
  // Rules of the site may name it.
  const names = element.getAttribute('class');
  if (names !== null) section.setAttribute(NAMES_MARK, names);
  section.append(...element.childNodes);
  element.replaceWith(section);
  return section;
}
