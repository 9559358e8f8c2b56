import type { RepairTools } from './repair-context';

/** Notes at the end and boxes in the text: part of the article, though Readability drops `aside`. */
const NOTES = '[role^="doc-"],[role="note"],.footnotes,.footnote';
const NOTE_ELEMENTS: ReadonlySet<string> = new Set(['aside', 'footer', 'div', 'section', 'ol']);
const OTHER_ROLES = /^doc-(?!footnote|endnotes|tip|notice|pullquote)/;

const CALLOUT =
  /(?:^|[\s_-])(?:admonition|callout|note|notice|tip|hint|warning|caution|danger|important|info|pullquote|pull-quote|sidenote|marginnote|footnotes?)(?:$|[\s_-])/i;

/** Keeps what belongs to the text though it stands beside it, and opens what can be opened. */
export function repairNotes({ root, find }: RepairTools): void {
  for (const aside of find('aside')) {
    if (CALLOUT.test(aside.getAttribute('class') ?? '')) becomeSection(aside);
  }
  for (const note of root.querySelectorAll(NOTES)) {
    const isNote = !OTHER_ROLES.test(note.getAttribute('role') ?? '');
    if (isNote && NOTE_ELEMENTS.has(note.localName)) becomeSection(note);
  }
  for (const details of find('details')) details.setAttribute('open', '');
  for (const anchor of find('a')) {
    const name = anchor.getAttribute('name');
    if (name && anchor.id === '') anchor.id = name;
    anchor.removeAttribute('name');
  }
}

/** A section is judged by its text, not by its class or role. */
function becomeSection(element: Element): void {
  if (element.localName === 'ol') {
    element.removeAttribute('class');
    return;
  }
  const section = element.ownerDocument.createElement('section');
  for (const name of ['id', 'lang', 'dir']) {
    const value = element.getAttribute(name);
    if (value !== null) section.setAttribute(name, value);
  }
  section.append(...element.childNodes);
  element.replaceWith(section);
}
