import { type Box, linkDensity, pageLinks, siblingsOf } from './boxes';
import { isNamed, type NameKind } from './names';
import {
  type CleaningContext,
  type CleaningStage,
  isHead,
  isHeading,
  isTail,
  shareOfProse,
} from './stage';

/** A box with more of the article's prose than this is never taken for something else. */
const MAX_SHARE = 0.3;
/** In letters. */
const WORDS = 40;
const LINE = 160;
const FEW_LINES = 400;
const PARAGRAPHS = 1500;
/** Rows of a table or entries of a list. More are facts about the subject. */
const MIN_VALUES = 3;

/** A stage for boxes whose names say what they are, if their structure agrees. */
const named = (
  kind: NameKind,
  agrees: (box: Box, context: CleaningContext) => boolean,
): CleaningStage => ({
  kind,
  removes: (box, context) =>
    isNamed(box.names, kind) &&
    shareOfProse(box, context) <= MAX_SHARE &&
    !(isHeading(box) && !isTail(box, context)) &&
    agrees(box, context),
});

const isShort = ({ prose, letters }: Box, most: number): boolean => prose === 0 && letters <= most;

/** In letters: the name of a service, without the sentence that is to be shared. */
const MAX_SERVICE = 30;

/** At least half of the links of a share bar open a dialogue to share the page. */
const isShareBar = (box: Box): boolean =>
  box.links.share > 0 &&
  box.links.share * 2 >= pageLinks(box) &&
  box.letters <= MAX_SERVICE * pageLinks(box) &&
  isShort(box, FEW_LINES);

const share: CleaningStage = {
  kind: 'share',
  removes: (box) =>
    box.images === 0 || box.letters > 0
      ? isShareBar(box) || (isNamed(box.names, 'share') && isShort(box, FEW_LINES))
      : false,
};

/** A short word without spaces, signs and digits. */
const WORD = /^[^\s!-@…。！？：]{2,15}$/;

/** A note about what has an asterisk. Other asterisks are emphasis or an ornament. */
const NOTE = /^\*[^\s*][^*]+$/;

const isWord = ({ element, text, images }: Box): boolean =>
  WORD.test(text) && images === 0 && element.querySelector('a,b,strong,em,i,u,p') === null;

/**
 * True for the mark of an advertisement: a word between two paragraphs (other words are headings), or a
 * first line about the links with an asterisk.
 */
function isMark(box: Box): boolean {
  if (box.element.localName !== 'p') return false;
  if (box.start === 0 && box.letters <= LINE && NOTE.test(box.text)) return true;
  if (!isWord(box)) return false;
  const { before, after } = siblingsOf(box);
  return (
    [before[0], after[0]].every((beside) => beside !== undefined && beside.prose > 0) &&
    ![...before, ...after].some((other) => isWord(other) && other.text !== box.text)
  );
}

/** In letters: `Skip to content`, `Back to top`. */
const MAX_JUMP = 60;

const isJumpLine = (box: Box | undefined): boolean =>
  box !== undefined &&
  box.links.note === 1 &&
  pageLinks(box) === 0 &&
  box.letters <= MAX_JUMP &&
  linkDensity(box) >= 0.9 &&
  /^(?:p|div)$/.test(box.element.localName);

/** True for a link within the page in a line of its own. Several are a table of contents. */
function isJump(box: Box): boolean {
  if (!isJumpLine(box) || box.images > 0) return false;
  const { before, after } = siblingsOf(box, 1);
  return !isJumpLine(before[0]) && !isJumpLine(after[0]);
}

/** The boxes around and in an article that carry the name of what they are for. */
export const NAMED_STAGES: readonly CleaningStage[] = [
  share,
  named('newsletter', (box) => box.letters <= 700),
  named(
    'related',
    (box, context) =>
      box.letters <= PARAGRAPHS &&
      (linkDensity(box) >= 0.25 || box.prose === 0 || isTail(box, context)),
  ),
  named(
    'author',
    (box, context) =>
      box.letters <= PARAGRAPHS && (isShort(box, FEW_LINES) || box.end >= context.root.prose),
  ),
  named('tags', (box) => isShort(box, FEW_LINES) && (pageLinks(box) > 0 || box.letters <= LINE)),
  named('comments', (box, context) => box.prose === 0 || box.end >= context.root.prose),
  named(
    'details',
    (box, context) =>
      isShort(box, LINE) && box.items < MIN_VALUES && (isHead(box) || isTail(box, context)),
  ),
  named('ads', (box) => isShort(box, box.element.localName === 'p' ? WORDS : LINE)),
  { kind: 'ads', removes: isMark },
  {
    kind: 'navigation',
    removes: (box) =>
      isJump(box) ||
      ((box.element.localName === 'nav' || isNamed(box.names, 'navigation')) &&
        box.prose === 0 &&
        box.links.note === 0),
  },
  named('tools', (box) => isShort(box, LINE) && box.images === 0),
];
