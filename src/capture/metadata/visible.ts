import type { Claims } from './claims';
import { cleanText } from './claims';
import { dateInLine } from './visible-date';
import { BY_WORDS } from './words';

const MAX_HEADLINES = 5;
const MAX_TEXT_LENGTH = 1000;
/** Lines and elements beside the headline that are read. */
const MAX_LINES = 30;
const MAX_LINES_BEFORE = 8;
const MAX_NODES = 400;
/** In UTF-16 code units. Longer lines are text of the article or its lead. */
const LEAD_LENGTH = 120;
const MAX_BYLINE_LENGTH = 160;
const MAX_NAME_LENGTH = 60;
const MAX_NAME_WORDS = 6;

const LOGO = 'nav, [role="banner"], a[href="/"]';
const NOT_BESIDE =
  'nav, aside, footer, form, button, script, style, template, noscript, figure, [hidden], [class*="comment"], [class*="related"], [class*="share"], [class*="social"]';
const BYLINE =
  '[rel~="author"], [itemprop~="author"], [class~="by"], [class*="username" i], [class*="author" i], [class*="byline" i], [class*="writer" i], [href*="/author"], [href*="/autor"], [href*="/auteur"], [href*="/writer"], [href*="/people/"], [href*="/profile"]';

const TIME = 'time[datetime]';
/** `Words and pictures by`, `本报记者` */
const INNER_BY = / (?:by|par|von) |[记記]者 ?/;
const MAX_BEFORE_BY = 30;

/** A line of text and the block that contains it. */
interface Line {
  readonly text: string;
  readonly block: Element;
}

/**
 * Reads the visible headline and the date and byline beside it, for pages without other metadata.
 * Date and byline are computed on demand.
 */
export function readVisibleText(document: Document, lang: string): Claims {
  const headline = findHeadline(document);
  if (headline === null) return {};
  let cached: readonly Line[] | null = null;
  const lines = () => (cached ??= linesBeside(headline));
  return {
    title: [textOf(headline)],
    lang: [headline.closest('[lang]:not(html, body)')?.getAttribute('lang') ?? ''],
    get published() {
      const times = lines().flatMap(({ block }) =>
        block.matches(TIME) ? [block] : [...block.querySelectorAll(TIME)],
      );
      const stamp = times.find((time) => !/modif|updat/i.test(time.outerHTML.slice(0, 200)));
      const dates = lines().map(({ text }) => dateInLine(text, lang) ?? '');
      return [stamp?.getAttribute('datetime') ?? '', ...dates.filter((date) => date !== '')];
    },
    get authors() {
      return bylineIn(lines());
    },
  };
}

function findHeadline(document: Document): Element | null {
  const found = [...document.querySelectorAll('h1')].slice(0, MAX_HEADLINES).find(isHeadline);
  return (
    found ??
    document.querySelector('[role="heading"][aria-level="1"]') ??
    document.querySelector('article header h2, #content > h2, .post > h2')
  );
}

/** Many sites put their name into a first `<h1>` that links to the home page. */
function isHeadline(heading: Element): boolean {
  const isLogo = heading.closest(LOGO) !== null || heading.querySelector('a[href="/"]') !== null;
  return !isLogo && textOf(heading) !== '';
}

/** Returns the lines after the headline until the text of the article, then those before it. */
function linesBeside(headline: Element): Line[] {
  const after = walk(headline, 'nextSibling', MAX_LINES);
  // One long line may be the lead and one heading the deck; the byline often follows them.
  const ends = [
    [...after.keys()].filter((index) => (after[index]?.text.length ?? 0) > LEAD_LENGTH)[1],
    [...after.keys()].filter((index) => isHeadingOfText(after[index]?.block))[1],
  ];
  return [
    ...after.slice(0, Math.min(...ends.map((end) => end ?? after.length))),
    ...walk(headline, 'previousSibling', MAX_LINES_BEFORE).toReversed(),
  ];
}

const isHeadingOfText = (block: Element | undefined): boolean =>
  block?.matches('h2, h3, h4') === true && markedIn(block) === null;

const markedIn = (block: Element): Element | null =>
  block.matches(BYLINE) ? block : block.querySelector(BYLINE);

function walk(start: Element, direction: 'nextSibling' | 'previousSibling', max: number): Line[] {
  const lines: Line[] = [];
  let nodes = 0;
  for (let at: Node = start; lines.length < max && nodes < MAX_NODES; ) {
    const sibling: Node | null = at[direction];
    if (sibling === null) {
      if (at.parentNode === null || at.parentNode.nodeName === 'BODY') break;
      at = at.parentNode;
      continue;
    }
    nodes += 1;
    const found = linesIn(sibling, max - lines.length, MAX_NODES - nodes);
    nodes += found.nodes;
    lines.push(...(direction === 'nextSibling' ? found.lines : found.lines.toReversed()));
    at = sibling;
  }
  return lines;
}

const INLINE = /^(?:A|ABBR|B|BDI|CITE|EM|FONT|I|MARK|SMALL|SPAN|STRONG|SUB|SUP|TIME|U)$/i;

/** Returns the lines of a node: the text of each innermost block. */
function linesIn(node: Node, max: number, maxNodes: number): { lines: Line[]; nodes: number } {
  const lines: Line[] = [];
  let nodes = 0;
  const visit = (at: Node): void => {
    nodes += 1;
    if (nodes > maxNodes || lines.length >= max || at.nodeType !== 1) return;
    const element = at as Element;
    if (element.matches(NOT_BESIDE)) return;
    const blocks = [...element.children].filter((child) => !INLINE.test(child.nodeName));
    if (blocks.length > 0) {
      for (const child of element.children) visit(child);
      return;
    }
    const text = textOf(element);
    if (text !== '') lines.push({ text, block: element });
  };
  visit(node);
  return { lines, nodes };
}

/** Returns the text of the byline; nothing if no line is one. */
function bylineIn(lines: readonly Line[]): string[] {
  for (const [index, { text, block }] of lines.entries()) {
    if (text.length > MAX_BYLINE_LENGTH) continue;
    const marked = markedIn(block);
    const name = marked === null ? '' : textOf(marked);
    if (afterByWord(name) === null && isName(name)) return [nameIn(name)];
    const credited = afterByWord(text);
    // The name may be in the next block.
    const credit = credited === '' ? (lines[index + 1]?.text ?? '') : credited;
    if (credit !== null && isName(credit)) return [nameIn(credit)];
  }
  return [];
}

/** Returns the text after `By`; empty if nothing follows, null if the line does not begin with it. */
function afterByWord(text: string): string | null {
  const [, word = '', rest = ''] = /^([^\s:：/]{1,12})[:：/]?(?: (.*))?$/s.exec(text) ?? [];
  if (BY_WORDS.has(word.toLowerCase())) return rest;
  const inner = INNER_BY.exec(text);
  return inner !== null && inner.index < MAX_BEFORE_BY
    ? text.slice(inner.index + inner[0].length)
    : null;
}

/** Returns the name at the start of a byline, without the place, date or role that follows it. */
const nameIn = (text: string): string =>
  text.split(/ ?[|·•]| [-–—/] | on (?=[A-Z\d])|,? \d/, 1)[0] ?? '';

function isName(text: string): boolean {
  const name = nameIn(text).trim();
  const isShort = name.length <= MAX_NAME_LENGTH && name.split(' ').length <= MAX_NAME_WORDS;
  const first = name[0] ?? '';
  // In scripts without capital letters both cases are the same.
  const isCapital = first === first.toUpperCase();
  return name.length > 1 && isShort && isCapital && !/[\d!?]/.test(name);
}

function textOf(element: Element): string {
  return cleanText(element.textContent?.slice(0, MAX_TEXT_LENGTH) ?? '', MAX_TEXT_LENGTH);
}
