import { BLOCKS, OPENED, PANEL_MARK, PANELS, SHOWING, shownIds, visitEach } from '../elements';
import { hasLetter, lineOf, textLength } from '../normal-text';
import { becomeSection } from './notes';
import type { RepairTools } from './repair-context';

/** Conventions in the names of what a person opens, of what is around it, and of what is above it. */
const NAMED_PANELS =
  /accord|faq|toggl|collaps|expand|spoiler|answer|tab(?:s|bed)?[\W_]?(?:block|body|content|item)|tabs\b/i;
const NAMED_ABOVE = /accord|faq|toggl|collaps|expand|spoiler|question/i;
/** Names of the controls of a page. */
const OF_PAGE = /menu|nav|cookie|consent|shar(?:e|ing)|search|lang|theme|login|filter/i;
/** Places of menus, of boxes over the page and of what is about other pages. */
const BESIDE_PANEL = 'nav,header,footer,aside,form,dialog,[role="dialog"]';
const PANEL_CONTROLS = 'input,select,textarea,button';
const HEADING_ELEMENTS = 'h1,h2,h3,h4,h5,h6';
/** The elements that a person clicks to open what is below them. Other links lead away. */
const OPENERS = ':is(button,[role="button"],a:not([href]))';
const QUESTION_OPENERS = `button,[aria-expanded]${OPENERS}`;
/** The lines that may be above a panel. */
const LINES = `${OPENERS},${HEADING_ELEMENTS},dt,p,div,span`;

/**
 * True for a text that is named for what a person opens, or is below a line with such a name, and stands
 * beside another text, such as a question.
 */
function isNamedPanel(element: Element): boolean {
  const above = element.previousElementSibling;
  const beside = above ?? element.nextElementSibling;
  return (
    (NAMED_PANELS.test(`${classOf(element)} ${classOf(element.parentElement)}`) ||
      isNamedLine(above)) &&
    beside !== null &&
    textLength(beside) > 0 &&
    isOwnText(element) &&
    !element.closest(BESIDE_PANEL) &&
    !element.querySelector(PANEL_CONTROLS)
  );
}

const classOf = (element: Element | null): string => element?.getAttribute('class') ?? '';

/** True for a line, such as a question, whose name says that a person opens what is below it. */
const isNamedLine = (line: Element | null): boolean =>
  line !== null &&
  NAMED_ABOVE.test(classOf(line)) &&
  !OF_PAGE.test(classOf(line)) &&
  line.matches(LINES) &&
  line.querySelector(BLOCKS) === null;

/** In UTF-16 code units: the length of a text, and of the part that is in no link. */
export interface TextSizes {
  readonly all: number;
  readonly own: number;
}

export function sizesOf(element: ParentNode): TextSizes {
  const all = textLength(element);
  let own = all;
  visitEach(element, 'a', (link) => {
    own -= textLength(link);
  });
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

/** In UTF-16 code units. Shorter words may be `More`. */
const MIN_QUESTION = 8;
const MIN_ANSWER = 3;
/** Levels between a button and the box of its answer. */
const MAX_PANEL_LEVELS = 3;

/** A panel that has one of these needs no name. */
const NAMING_ELEMENTS = `${HEADING_ELEMENTS},pre`;

/**
 * Makes paragraphs of the buttons that name a part of the text below them, such as the questions of an
 * accordion. Readability removes buttons with their words. Gives the panels of tabs their names. A
 * question whose answer is no longer in the page names nothing.
 */
export function repairPanels(
  { root, document }: RepairTools,
  questions: readonly Question[],
): void {
  const answered = questions.filter(({ answer }) => root.contains(answer));
  const several = ofSeveral(answered);
  const named = answered.filter(
    (each) => several.has(each) || (each.isExpandable && each.words.length >= MIN_QUESTION),
  );
  const buttons = new Set(named.map(({ button }) => button));
  for (const panel of root.querySelectorAll(PANELS)) {
    if (!isOwnText(panel) || panel.closest(BESIDE_PANEL)) continue;
    const { id } = panel;
    const isNameless = /^[^"\\\n]+$/.test(id) && panel.querySelector(NAMING_ELEMENTS) === null;
    const tab = isNameless && root.querySelector(`[aria-controls="${id}"],[href="#${id}"]`);
    const needsName = tab && !buttons.has(tab) && textLength(tab) > 0;
    if (needsName) panel.prepend(nameLine(lineOf(tab), document));
    becomeSection(panel).setAttribute(PANEL_MARK, '');
  }
  for (const { button, words } of named) {
    const heading = button.closest(HEADING_ELEMENTS);
    if (heading === button) button.textContent = words;
    else button.replaceWith(heading === null ? nameLine(words, document) : words);
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

/** A button with a text below it. */
export interface Question {
  readonly button: Element;
  readonly words: string;
  /** True if its attributes say that it opens something. Others only have a name. */
  readonly isExpandable: boolean;
  /** The button, or the box around it that is right above the text. */
  readonly box: Element;
  readonly answer: Element;
}

/** Finds the buttons that say in their attributes or names that they open the text below them. */
export function findQuestions(root: ParentNode): readonly Question[] {
  const found: Question[] = [];
  for (const button of root.querySelectorAll(QUESTION_OPENERS)) {
    const words = lineOf(button);
    const isExpandable = button.hasAttribute('aria-expanded');
    if (!isExpandable && !isNamed(button, words)) continue;
    // A heading in a box that is no button stays as it is.
    if (button.localName !== 'button' && button.querySelector(HEADING_ELEMENTS) !== null) continue;
    const place = hasLetter(words) && !button.closest(BESIDE_PANEL) ? placeOf(button) : null;
    if (place !== null) found.push({ button, words, isExpandable, ...place });
  }
  return found;
}

/** True for a button whose name, or that of a line with nothing else, says that it opens a text. */
function isNamed(button: Element, words: string): boolean {
  const { parentElement: line } = button;
  return isNamedLine(button) || (line !== null && isNamedLine(line) && lineOf(line) === words);
}

/** Finds the text without links that follows in one of the boxes around a button. */
function placeOf(button: Element): Pick<Question, 'box' | 'answer'> | null {
  let box = button;
  for (let level = 0; level < MAX_PANEL_LEVELS && box.parentElement !== null; level += 1) {
    const answer = box.nextElementSibling;
    if (answer !== null) return sizesOf(answer).own >= MIN_ANSWER ? { box, answer } : null;
    box = box.parentElement;
  }
  return null;
}

/**
 * Returns the questions of accordions. Their buttons have different words, and there are several of them.
 * Those that show more of a text have the same words, and one that hides a text is alone.
 */
function ofSeveral(questions: readonly Question[]): ReadonlySet<Question> {
  const alone = questions.filter(isNameAlone);
  const groups = new Map<Element, { readonly words: Set<string>; count: number }>();
  for (const question of alone) {
    for (const around of boxesAround(question)) {
      const group = groups.get(around) ?? { words: new Set(), count: 0 };
      groups.set(around, group);
      group.words.add(question.words);
      group.count += 1;
    }
  }
  const hasDifferent = (around: Element) => {
    const group = groups.get(around);
    return group !== undefined && group.count > 1 && group.words.size === group.count;
  };
  return new Set(alone.filter((question) => boxesAround(question).some(hasDifferent)));
}

/** True if nothing but the button is above a text that is the page's own. */
const isNameAlone = ({ box, words, answer }: Question): boolean =>
  lineOf(box) === words && isOwnText(answer) && !answer.querySelector(PANEL_CONTROLS);

/** The boxes that hold the other parts of an accordion: each part may have a box of its own. */
const boxesAround = ({ box }: Question): readonly Element[] =>
  [box.parentElement, box.parentElement?.parentElement].filter((each) => each != null);
