import { unicodeExpression } from '../../domain/unicode-expression';
import { type Box, linkDensity, pageLinks } from '../clean/boxes';
import { isHeading } from '../clean/stage';

/**
 * Returns the children that are teasers of other pages: several boxes with prose, each with a headline
 * that is a link.
 */
export function teasersIn({ children }: Box): readonly Box[] {
  const linked = children.filter(
    (child) => child.prose > 0 && child.letters <= MAX_TEASER && hasLinkedHeadline(child, 0),
  );
  return linked.length < MIN_TEASERS ? [] : linked;
}

const MIN_TEASERS = 2;
/** In letters. */
const MAX_TEASER = 1_500;
/** In letters, of a headline that is no heading. */
const MIN_TEASER_HEADLINE_LETTERS = 20;
/** In levels and lines: the start of a teaser. */
const MAX_TEASER_LEVELS = 5;
const MAX_TEASERS_AT_START = 4;

function hasLinkedHeadline(box: Box, level: number): boolean {
  return box.children
    .slice(0, MAX_TEASERS_AT_START)
    .some(
      (child) =>
        isLinkedHeadline(child) ||
        (level < MAX_TEASER_LEVELS && hasLinkedHeadline(child, level + 1)),
    );
}

const isLinkedHeadline = (box: Box): boolean =>
  box.text !== '' &&
  linkDensity(box) >= 0.9 &&
  box.links.own + box.links.other > 0 &&
  (isHeading(box) || box.letters >= MIN_TEASER_HEADLINE_LETTERS);

const MIN_REPLIES = 3;

/** Returns the children that are alike, have prose, and each a line with a name and a date. */
export function repliesIn({ children }: Box): readonly Box[] {
  if (children.length < MIN_REPLIES) return [];
  const alike = Map.groupBy(
    children.filter(isDated),
    ({ element, names }) => `${element.localName} ${names}`,
  );
  return [...alike.values()].filter(({ length }) => length >= MIN_REPLIES).flat();
}

/** A name and a number: of a day, or of hours ago. A line of a diary may have only a time. */
const isNameAndDate = (text: string): boolean =>
  /\d/.test(text) && (text.match(letter())?.length ?? 0) >= MIN_DATE_LINE_LETTERS;
const letter = unicodeExpression('\\p{L}', 'gu');
const MIN_DATE_LINE_LETTERS = 5;
const MAX_DATE = 80;
const MAX_TEASER_LINKS = 8;
const MAX_TEASER_LINES = 20;

const isDated = (box: Box): boolean =>
  box.prose > 0 &&
  !isHeading(box) &&
  pageLinks(box) <= MAX_TEASER_LINKS &&
  teaserLinesOf(box).some(isDateLine);

const isDateLine = (line: Box): boolean =>
  line.prose === 0 && line.letters > 0 && line.letters <= MAX_DATE && isNameAndDate(line.text);

/** The boxes of two levels below. */
const teaserLinesOf = (box: Box): readonly Box[] =>
  box.children
    .slice(0, MAX_TEASER_LINES)
    .flatMap((child) => [child, ...child.children])
    .slice(0, MAX_TEASER_LINES);

/** Returns the part of the prose of an article that is in replies. */
export function shareOfReplies(root: Box): number {
  let prose = 0;
  const visit = (box: Box): void => {
    const replies = new Set(repliesIn(box));
    for (const child of box.children) {
      if (replies.has(child)) prose += child.prose;
      else if (child.prose > 0) visit(child);
    }
  };
  visit(root);
  return root.prose === 0 ? 0 : prose / root.prose;
}
