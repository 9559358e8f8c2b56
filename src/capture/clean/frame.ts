import { SENTENCE_AT_END } from '../normal-text';
import { type Box, isWithin, linkDensity, pageLinks, siblingsOf, textOfBox } from './boxes';
import { hasAnyName } from './named-boxes';
import { NAMES_OF_FRAMES } from './names';
import { type CleaningContext, type CleaningRule, isHead, isHeading, isStructure } from './stage';

/** The share of the prose that the body of an article holds. */
const BODY_SHARE = 0.7;

/** These are blocks of a text and no boxes around one. */
const TEXT_BLOCK = /^(?:p|h[1-6]|[uod]l|li|d[td]|blockquote|figure|pre|table)$/;

/** Returns the innermost box that holds most of the prose in several blocks. */
export function findBody(root: Box): Box {
  let body = root;
  for (;;) {
    const next: Box | undefined = body.children.find(
      (child) =>
        child.prose >= BODY_SHARE * root.prose &&
        child.children.length > 0 &&
        !TEXT_BLOCK.test(child.element.localName),
    );
    if (root.prose === 0 || next === undefined) return body;
    body = next;
  }
}

const MIN_ITEMS = 3;
/** The share of a text around the body that may be in links. */
const MAX_LINKED_AROUND_BODY = 0.3;
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
  !isWritten(box, context) &&
  !isContent(box) &&
  !isLikeBody(box, context);

function isAround({ order, lastOrder }: Box, { body }: CleaningContext): boolean {
  const isInside = order >= body.order && order <= body.lastOrder;
  return !isInside && !(body.order >= order && body.order <= lastOrder);
}

/** True in a box beside the body that is its continuation: one with its names, or a section of a text. */
function isLikeBody(box: Box, { body }: CleaningContext): boolean {
  let outer = box;
  let isNamed = isOfOther(box);
  while (outer.parent !== null && !isWithin(body, outer.parent)) {
    outer = outer.parent;
    isNamed ||= isOfOther(outer);
  }
  let peer = body;
  while (peer.parent !== null && peer.parent !== outer.parent) peer = peer.parent;
  if (isNamed || outer.element.localName !== peer.element.localName) return false;
  return (outer.names !== '' && outer.names === peer.names) || isSection(outer, peer);
}

const isOfOther = ({ names }: Box): boolean => hasAnyName(names) || NAMES_OF_FRAMES.test(names);

/** True for a box that begins with the same kind of heading as its peer and ends with a sentence or a list. */
function isSection(box: Box, peer: Box): boolean {
  const heading = leafOf(box, 0);
  return (
    isHeading(heading) &&
    heading.element.localName === leafOf(peer, 0).element.localName &&
    linkDensity(box) < MAX_LINKED_AROUND_BODY &&
    endsAsText(box)
  );
}

/** True for a box that has a list or ends with a sentence. */
const endsAsText = (box: Box): boolean =>
  box.items > 1 || SENTENCE_AT_END.test(leafOf(box, -1).text);

/** Returns the first or the last box inside of a box. */
function leafOf(box: Box, at: 0 | -1): Box {
  const next = box.children.at(at);
  return next === undefined ? box : leafOf(next, at);
}

const CONTENT_ELEMENT = /^(?:pre|table|tr|li)$/;

function isContent(box: Box): boolean {
  if (isSubtitle(box)) return true;
  const isLinked = linkDensity(box) >= MAX_LINKED_AROUND_BODY;
  if (box.images > 0 && !isLinked) return true;
  if (box.prose > 0) return !isLinked && (!NAMES_OF_FRAMES.test(box.names) || isTeaser(box));
  if (isHeading(box)) return (!isLinked && isLead(box)) || isContentBelow(box);
  if (box.links.note > 0 && box.links.note * 2 >= pageLinks(box)) return true;
  if (isLinked) return false;
  return box.items >= MIN_ITEMS || CONTENT_ELEMENT.test(box.element.localName);
}

/**
 * A block beside the body as writers make it. What a template puts around a text has names, or links
 * without a sentence.
 */
const isWritten = (box: Box, context: CleaningContext): boolean =>
  box.names === '' &&
  (TEXT_BLOCK.test(box.element.localName) ||
    (box.element.localName === 'section' && endsAsText(box))) &&
  box.parent !== null &&
  (isWithin(context.body, box.parent) || isWritten(box.parent, context)) &&
  (pageLinks(box) === 0 ||
    (SENTENCE_AT_END.test(box.text) && linkDensity(box) < MAX_LINKED_SENTENCE));

const MAX_LINKED_SENTENCE = 0.5;

/** A line before the text that is no sentence. */
const isSubtitle = (box: Box): boolean =>
  (box.element.localName === 'p' || box.children.length === 0) &&
  isHead(box) &&
  isLead(box) &&
  pageLinks(box) === 0 &&
  (box.text.match(/\d/g)?.length ?? 0) <= MAX_DIGIT_SHARE_IN_FRAME * box.letters;

/** A share of the letters of a line that is no date. */
const MAX_DIGIT_SHARE_IN_FRAME = 0.06;

/** Some sites name the lead for a teaser. That of another article has a headline or a link of its own. */
const isTeaser = (box: Box): boolean =>
  box.start === 0 && / teasers? /.test(box.names) && SENTENCE_AT_END.test(textOfBox(box));

/** Some sites mark the lead as a heading. */
const isLead = (box: Box): boolean =>
  box.letters >= MIN_LEAD && (box.letters >= LONG_LEAD || SENTENCE_AT_END.test(box.text));

function isContentBelow(heading: Box): boolean {
  const [next] = siblingsOf(heading, 1).after;
  return next !== undefined && next.prose > 0 && linkDensity(next) < MAX_LINKED_AROUND_BODY;
}
