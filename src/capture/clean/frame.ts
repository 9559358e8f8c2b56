import { SENTENCE_AT_END } from '../normal-text';
import { type Box, isWithin, linkDensity, pageLinks, siblingsOf } from './boxes';
import { NAMES_OF_FRAMES } from './names';
import { type CleaningContext, type CleaningRule, isHead, isHeading, isStructure } from './stage';

/** The share of the prose that the body of an article holds. */
const BODY_SHARE = 0.7;

/** These are blocks of a text and no boxes around one. */
const BLOCK = /^(?:p|h[1-6]|[uod]l|li|d[td]|blockquote|figure|pre|table)$/;

/** Returns the innermost box that holds most of the prose in several blocks. */
export function findBody(root: Box): Box {
  let body = root;
  for (;;) {
    const next: Box | undefined = body.children.find(
      (child) =>
        child.prose >= BODY_SHARE * root.prose &&
        child.children.length > 0 &&
        !BLOCK.test(child.element.localName),
    );
    if (root.prose === 0 || next === undefined) return body;
    body = next;
  }
}

const MIN_ITEMS = 3;
/** The share of a text around the body that may be in links. */
const MAX_LINKED = 0.3;
/** In letters: a heading that is a lead. */
const MIN_LEAD = 50;
const LONG_LEAD = 60;

/**
 * Removes what is around the body: the line of the date, navigation, boxes of the page. It keeps
 * leads, pictures, tables, lists without links, and headings of what it keeps.
 */
export const isOfFrame: CleaningRule = (box, context) =>
  isAround(box, context) &&
  !isStructure(box) &&
  !isLikeBody(box, context) &&
  !isWritten(box, context) &&
  !isContent(box);

function isAround({ order, lastOrder }: Box, { body }: CleaningContext): boolean {
  const isInside = order >= body.order && order <= body.lastOrder;
  return !isInside && !(body.order >= order && body.order <= lastOrder);
}

/** A sibling with the names of the body is its continuation. */
const isLikeBody = (box: Box, { body }: CleaningContext): boolean =>
  box.names !== '' && box.names === body.names && box.element.localName === body.element.localName;

const CONTENT = /^(?:pre|table|tr|li)$/;

function isContent(box: Box): boolean {
  if (isSubtitle(box)) return true;
  const isLinked = linkDensity(box) >= MAX_LINKED;
  if (box.images > 0 && !isLinked) return true;
  if (box.prose > 0) return !isLinked && !NAMES_OF_FRAMES.test(box.names);
  if (isHeading(box)) return (!isLinked && isLead(box)) || isContentBelow(box);
  if (box.links.note > 0 && box.links.note * 2 >= pageLinks(box)) return true;
  if (isLinked) return false;
  return box.items >= MIN_ITEMS || CONTENT.test(box.element.localName);
}

/**
 * A block beside the body as writers make it. What a template puts around a text has names, or links
 * without a sentence.
 */
const isWritten = (box: Box, { body }: CleaningContext): boolean =>
  box.names === '' &&
  BLOCK.test(box.element.localName) &&
  box.parent !== null &&
  isWithin(body, box.parent) &&
  (pageLinks(box) === 0 || (SENTENCE_AT_END.test(box.text) && linkDensity(box) < MOSTLY));

const MOSTLY = 0.5;

/** A line before the text that is no sentence. */
const isSubtitle = (box: Box): boolean =>
  (box.element.localName === 'p' || box.children.length === 0) &&
  isHead(box) &&
  isLead(box) &&
  pageLinks(box) === 0 &&
  (box.text.match(/\d/g)?.length ?? 0) <= MAX_DIGITS * box.letters;

/** A share of the letters of a line that is no date. */
const MAX_DIGITS = 0.06;

/** Some sites mark the lead as a heading. */
const isLead = (box: Box): boolean =>
  box.letters >= MIN_LEAD && (box.letters >= LONG_LEAD || SENTENCE_AT_END.test(box.text));

function isContentBelow(heading: Box): boolean {
  const [next] = siblingsOf(heading, 1).after;
  return next !== undefined && next.prose > 0 && linkDensity(next) < MAX_LINKED;
}
