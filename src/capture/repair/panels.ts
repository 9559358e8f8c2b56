import { OPENED, PANEL_MARK, PANELS, SHOWING, shownIds } from '../elements';
import { lineOf, textLength } from '../normal-text';
import { becomeSection } from './notes';
import type { RepairTools } from './repair-context';

/** Conventions in the names of what a person opens, and of what is around it. */
const NAMED_PANELS =
  /accord|faq|toggl|collaps|expand|spoiler|answer|tab(?:s|bed)?[\W_]?(?:block|body|content|item)|tabs\b/i;
/** Places of menus, of boxes over the page and of what is about other pages. */
const BESIDE_PANEL = 'nav,header,footer,aside,form,dialog,[role="dialog"]';
const PANEL_CONTROLS = 'input,select,textarea,button';

/**
 * True for a text that is named for what a person opens, and stands beside another text, such as a
 * question.
 */
function isNamedPanel(element: Element): boolean {
  const names = [element, element.parentElement].map((each) => each?.getAttribute('class') ?? '');
  const beside = element.previousElementSibling ?? element.nextElementSibling;
  return (
    NAMED_PANELS.test(names.join(' ')) &&
    beside !== null &&
    textLength(beside) > 0 &&
    isOwnText(element) &&
    !element.closest(BESIDE_PANEL) &&
    !element.querySelector(PANEL_CONTROLS)
  );
}

/** In UTF-16 code units: the length of a text, and of the part that is in no link. */
export interface TextSizes {
  readonly all: number;
  readonly own: number;
}

export function sizesOf(element: ParentNode): TextSizes {
  const all = textLength(element);
  let own = all;
  for (const link of element.querySelectorAll('a')) own -= textLength(link);
  return { all, own };
}

/** True for a text of which most is in no link. */
function isOwnText(element: Element): boolean {
  const { all, own } = sizesOf(element);
  return own * 2 > all;
}

/** Returns a function that says of the elements of a page whether a person can open them. */
export function findOpened(root: ParentNode): (element: Element) => boolean {
  let ids: ReadonlySet<string> | null = null;
  return (element) => {
    if (element.matches(OPENED) || isNamedPanel(element)) return true;
    if (element.id === '') return false;
    ids ??= shownIds(root.querySelectorAll(SHOWING), (control, name) => control.getAttribute(name));
    return ids.has(element.id);
  };
}

/** In letters. */
const MIN_QUESTION = 8;
const MIN_ANSWER = 3;
/** Levels between a button and the box of its answer. */
const MAX_PANEL_LEVELS = 3;

const HEADING_ELEMENTS = 'h1,h2,h3,h4,h5,h6';
/** A panel that has one of these needs no name. */
const NAMING_ELEMENTS = `${HEADING_ELEMENTS},pre`;

/**
 * Makes paragraphs of the buttons that name a part of the text below them, such as the questions of an
 * accordion. Readability removes buttons with their words. Gives the panels of tabs their names.
 */
export function repairPanels({ root, document }: RepairTools): void {
  for (const panel of root.querySelectorAll(PANELS)) {
    if (!isOwnText(panel) || panel.closest(BESIDE_PANEL)) continue;
    const { id } = panel;
    const isNameless = /^[^"\\\n]+$/.test(id) && panel.querySelector(NAMING_ELEMENTS) === null;
    const tab = isNameless && root.querySelector(`[aria-controls="${id}"],[href="#${id}"]`);
    if (tab && textLength(tab) > 0) panel.prepend(nameLine(lineOf(tab), document));
    becomeSection(panel).setAttribute(PANEL_MARK, '');
  }
  for (const button of root.querySelectorAll('button[aria-expanded]')) {
    const words = lineOf(button);
    if (words.length < MIN_QUESTION || button.closest(BESIDE_PANEL)) continue;
    if (!hasAnswer(button)) continue;
    button.replaceWith(button.closest(HEADING_ELEMENTS) ? words : nameLine(words, document));
  }
}

/** A line with what a part of the text is called. */
function nameLine(words: string, document: Document): Element {
  const line = document.createElement('p');
  const name = document.createElement('strong');
  name.textContent = words;
  line.append(name);
  return line;
}

/** True if a text without links follows in one of the boxes around a button. */
function hasAnswer(button: Element): boolean {
  let box: Element = button;
  for (let level = 0; level < MAX_PANEL_LEVELS && box.parentElement !== null; level += 1) {
    const answer = box.nextElementSibling;
    if (answer !== null) return sizesOf(answer).own >= MIN_ANSWER;
    box = box.parentElement;
  }
  return false;
}
