import { PANEL_MARK } from '../elements';
import { lettersIn, lineOf, SENTENCE_AT_END } from '../normal-text';
import { wordSet } from '../word-list';
import { type Box, linkDensity, pageLinks, siblingsOf } from './boxes';
import { type CleaningContext, isHead, isHeading, isTail, shareOfProse } from './stage';

interface NamedBox {
  /** Matches names in the form of `namesOf`. */
  readonly names: RegExp;
  /** In letters: the longest box without prose. */
  readonly maxLabel: number;
  /** In letters: the longest box with prose; 0 for boxes that have none. */
  readonly maxProse: number;
  /** True if such a box with prose may be before the end of the article. */
  readonly isAnywhere?: boolean;
  /** True for boxes of that name that are of the article all the same. */
  readonly isContent?: (box: Box, context: CleaningContext) => boolean;
}

/** Entries of a list or rows of a table. More are facts about the subject. */
const MIN_FACTS = 3;
/** In letters: a line of labels without links. */
const MAX_LABEL_LINE = 160;

/**
 * The boxes in and around an article that carry the name of what they are for. The names are conventions
 * of classes and ids. They are in English on sites of all languages, because they come from frameworks.
 * A name is never enough to remove a text, so each has bounds, and some have content to look for.
 */
const NAMED_BOXES = {
  share: {
    names: / (?:shares?|sharing|sharedaddy|socials?|addtoany|addthis|follow|likes) /,
    maxLabel: 400,
    maxProse: 0,
    isContent: ({ images, letters }: Box) => images > 0 && letters === 0,
  },
  newsletter: {
    names:
      / (?:newsletters?\w*|subscribe|paywall|regwall|subscription|sign ?up|singup|opt ?in|mailmunch|mailchimp) /,
    maxLabel: 700,
    maxProse: 700,
    isAnywhere: true,
  },
  related: {
    names:
      / (?:related\w*|wp embedded content|recommend(?:ed|ations?)?|read ?more|more (?:on|from)|also|most read|popular|trending|teasers?\w*|promos?|outbrain|taboola|zergnet|yarpp|next story|sidebar) /,
    maxLabel: 1_500,
    maxProse: 1_500,
    // Without a link, a teaser or the like before the text is its lead.
    isContent: (box: Box) => box.start === 0 && box.images === 0 && pageLinks(box) === 0,
  },
  author: {
    names: / (?:authors?|authorbox|byline|by line|bio|contributors?) /,
    maxLabel: 400,
    maxProse: 1_500,
  },
  tags: {
    names: / (?:tags?|tagged|taglist|topics?|keywords|labels?|categories|filed under|taxonomy) /,
    maxLabel: 400,
    maxProse: 0,
    isContent: (box: Box) => box.letters > MAX_LABEL_LINE && pageLinks(box) === 0,
  },
  comments: {
    names: / (?:comments?|disqus|replies|respond|discussion) /,
    maxLabel: Number.POSITIVE_INFINITY,
    maxProse: Number.POSITIVE_INFINITY,
    isContent: (box: Box, context: CleaningContext) => !isTail(box, context) && box.prose === 0,
  },
  details: {
    names:
      / (?:meta|date(?:s|line|time)?|published|time ?stamp|posted|updated|read(?:ing)? time|post ?(?:info|meta\w*|footer)|entry ?(?:info|footer|meta\w*)|info ?box|credits?|source) /,
    maxLabel: 160,
    maxProse: 300,
    isContent: (box: Box, context: CleaningContext) =>
      box.items >= MIN_FACTS || !(isHead(box) || isTail(box, context)),
  },
  navigation: {
    names:
      / (?:breadcrumbs?\w*|pagination|pager|nav(?:bar|igation)?|menu|skip|(?:sub|top)nav|tabs) /,
    maxLabel: Number.POSITIVE_INFINITY,
    maxProse: 200,
    isAnywhere: true,
    // The panels of tabs have a text.
    isContent: (box: Box) =>
      box.links.note > 0 ||
      (pageLinks(box) === 0 &&
        (box.prose > 0 ||
          (box.letters >= MIN_SENTENCE && SENTENCE_AT_END.test(lineOf(box.element))) ||
          box.element.querySelector(PANEL) !== null)),
  },
  tools: {
    names:
      / (?:tools?|toolbar|print|reprints?|actions|rat(?:e|ings?)|votes?|feedback|controls?|buttons?|correction|error|count(?:er)?|placeholder|overlay|homepage) /,
    maxLabel: 160,
    maxProse: 0,
    isContent: ({ images }: Box) => images > 0,
  },
} as const satisfies Readonly<Record<string, NamedBox>>;

const PANEL = `[${PANEL_MARK}]`;

const ALL: readonly NamedBox[] = Object.values(NAMED_BOXES);

/** True if the names of a box contain a word of that kind. */
export const isNamed = (names: string, kind: keyof typeof NAMED_BOXES): boolean =>
  names !== '' && NAMED_BOXES[kind].names.test(names);

/** True if the names of a box contain a word of any kind. */
export const hasAnyName = (names: string): boolean =>
  names !== '' && ALL.some((kind) => kind.names.test(names));

/** A box with more of the article's prose than this is never taken for something else. */
const MAX_NAMED_BOX_SHARE = 0.3;
/** The same at the end of an article, which may be short. */
const MAX_SHARE_AT_END = 0.5;

/** True for a box that is named for something else, if it is as short as such boxes are. */
export function isNamedBox(box: Box, context: CleaningContext): boolean {
  const isOver = box.end >= context.root.prose;
  const maxShare = isOver ? MAX_SHARE_AT_END : MAX_NAMED_BOX_SHARE;
  if (box.names === '' || shareOfProse(box, context) > maxShare) return false;
  if (isHeading(box) && !isTail(box, context)) return false;
  const isPlain = box.prose === 0;
  const isNamedAsOther = ALL.some(
    ({ names, maxLabel, maxProse, isAnywhere = isOver, isContent }) => {
      const isShort = box.letters <= (isPlain ? maxLabel : maxProse);
      const isMeant = isShort && (isPlain || isAnywhere) && names.test(box.names);
      return isMeant && !isContent?.(box, context);
    },
  );
  return isNamedAsOther && !hasTable(box.element);
}

/** A table has facts about the subject. */
const hasTable = (element: Element): boolean =>
  element.localName === 'table' || element.querySelector('table') !== null;

/** In letters: the name of a service, without the sentence that is to be shared. */
const MAX_SERVICE = 30;

/** True for a bar in which at least half of the links open a dialogue to share the page. */
export const isShareBar = (box: Box): boolean =>
  box.prose === 0 &&
  (box.images === 0 || box.letters > 0) &&
  box.links.share > 0 &&
  box.links.share * 2 >= pageLinks(box) &&
  // A recipe has a link to pin it.
  !(box.items > pageLinks(box) && hasHeading(box)) &&
  box.letters <= MAX_SERVICE * pageLinks(box) &&
  box.letters <= NAMED_BOXES.share.maxLabel;

/** The marks of an advertisement in many languages, as `lettersIn` returns them. */
const ADVERTISEMENT = wordSet(
  'advertisement anzeige werbung publicité publicidad publicidade pubblicità advertentie annons mainos',
  'reklama reklam iklan реклама إعلان 広告 广告 廣告 광고 reklame annonce hirdetés διαφήμιση quảngcáo โฆษณา',
  'sponsored sponsoredcontent paidadvertisement advertisements gesponsert sponsorisé patrocinado',
  'articlecontinuesbelow articlecontinuesbelowadvertisement articlecontinuesbelowthisadvertisement',
  'storycontinuesbelow storycontinuesbelowadvertisement storycontinuesbelowthisadvertisement',
  'advertisementarticlecontinuesbelow advertisementstorycontinuesbelow advertisementcontinuesbelow',
);

/** A note about what has an asterisk. Other asterisks are emphasis or an ornament. */
const STARRED_NOTE = /^\*[^\s*][^*]+$/;
/** In letters. */
const MAX_NOTE = 160;
/** In letters. `Loading…` is shorter. */
const MIN_SENTENCE = 10;

/** In UTF-16 code units, of an advertisement's mark. */
const MAX_ADVERTISEMENT_MARK_LENGTH = 50;
/** The words after it in English. */
const GO_ON = /(?:continue reading|scroll to continue)\b.*/i;

export const isAdvertisement = (text: string): boolean =>
  text.length <= MAX_ADVERTISEMENT_MARK_LENGTH &&
  ADVERTISEMENT.has(lettersIn(text.replace(GO_ON, '')));

/**
 * True for the mark of an advertisement, and for a first line about the links with an asterisk. A heading
 * or an entry of a list may be that word.
 */
export const isAdvertisementMark = (box: Box): boolean =>
  /^(?:p|div|section|aside|center)$/.test(box.element.localName) &&
  box.images + box.children.length === 0 &&
  (isAdvertisement(box.text) ||
    (box.start === 0 && box.letters <= MAX_NOTE && STARRED_NOTE.test(box.text)));

/** In letters: `Skip to content`, `Back to top`. */
const MAX_JUMP = 60;

const hasHeading = ({ element }: Box): boolean =>
  element.querySelector('h1,h2,h3,h4,h5,h6') !== null;

/** Leads to the start of the page. */
const TO_START = 'a[href="#"],a[href="#top" i],a[href="#content" i],a[href="#main" i]';

/** A heading may have a link to itself beside it, or be the button of a panel. */
const isJumpLine = (box: Box | undefined): boolean =>
  box !== undefined &&
  box.links.note === 1 &&
  pageLinks(box) === 0 &&
  box.letters <= MAX_JUMP &&
  linkDensity(box) >= 0.9 &&
  /^(?:p|div)$/.test(box.element.localName) &&
  (!hasHeading(box) || box.element.querySelector(TO_START) !== null);

/**
 * True for a footer at the end, for `nav` without prose, and for a link within the page in a line of its own. Several such lines
 * are a table of contents.
 */
export function isNavigation(box: Box, context: CleaningContext): boolean {
  const isOver = box.end >= context.root.prose && shareOfProse(box, context) <= MAX_SHARE_AT_END;
  if (box.element.localName === 'footer') return isOver;
  if (box.element.localName === 'nav') return box.prose === 0 && box.links.note === 0;
  if (!isJumpLine(box) || box.images > 0) return false;
  const { before, after } = siblingsOf(box, 1);
  return !isJumpLine(before[0]) && !isJumpLine(after[0]);
}
