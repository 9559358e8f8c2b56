import { THRESHOLDS } from '../thresholds';
import { LINK_KINDS, type LinkKind, linkKinds } from './link-kind';
import { isCaptionName, namesOf } from './names';

/** A block-level element of an article, measured together with everything inside of it. */
export interface Box {
  readonly element: Element;
  readonly parent: Box | null;
  readonly children: readonly Box[];
  /** Its place among the children of its parent. */
  readonly at: number;
  /** Its place in reading order, and that of the last box in it. */
  readonly order: number;
  readonly lastOrder: number;
  /** The text that is in no child. */
  readonly text: string;
  /** True in the caption of an image. */
  readonly isCaption: boolean;
  /** The words of its classes and id in lower case, with a space around each. */
  readonly names: string;
  /** The length of all its text, in letters of an alphabet. */
  readonly letters: number;
  /** The part of it in links. */
  readonly linkLetters: number;
  /** The part of it in lines that contain sentences. */
  readonly prose: number;
  readonly links: Readonly<Record<LinkKind, number>>;
  /** The elements that show something other than text. */
  readonly images: number;
  /** Its list entries, rows of tables and blocks of code. */
  readonly items: number;
  /** Code, formulas and players, which are always kept. */
  readonly kept: number;
  /** The prose of the article before this element, and at its end. */
  readonly start: number;
  readonly end: number;
}

/** Elements that do not begin a line of their own. */
const INLINE: ReadonlySet<string> = new Set(
  [
    'a abbr acronym b bdi bdo big cite code data dfn em font i ins del kbd label mark q rp rt ruby s',
    'samp small span strike strong sub sup time tt u var wbr',
  ]
    .join(' ')
    .split(' '),
);
const SHOWN: ReadonlySet<string> = new Set(['img', 'svg', 'math', 'canvas', 'video', 'audio']);

const ITEM = /^(?:li|tr|dd|pre)$/;

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

type Growing = { -readonly [K in keyof Box]: Box[K] } & {
  readonly children: Box[];
  readonly links: Record<LinkKind, number>;
  ownLinkText: string;
};

/**
 * Measures an article in one walk. `pageUrl` is the address of its page, `canonicalUrl` the one that
 * the page gives. Elements for which `isLeftOut` is true do not count. A line of prose has `proseLine`
 * letters or more.
 */
export function measureBoxes(
  article: Element,
  pageUrl: string,
  isLeftOut: (element: Element) => boolean = () => false,
  proseLine = THRESHOLDS.proseLine,
  canonicalUrl: string | null = null,
): Box {
  const kindOf = linkKinds(pageUrl, canonicalUrl);
  let prose = 0;
  let order = 0;
  const open = (element: Element, parent: Growing | null): Growing => {
    const names = namesOf(element);
    const { localName } = element;
    return {
      element,
      parent,
      children: [],
      at: parent?.children.length ?? 0,
      order: order++,
      lastOrder: order,
      text: '',
      names,
      letters: 0,
      linkLetters: 0,
      prose: 0,
      links: { share: 0, tag: 0, author: 0, note: 0, own: 0, other: 0 },
      images: 0,
      items: ITEM.test(localName) ? 1 : 0,
      kept: localName === 'pre' ? 1 : 0,
      start: prose,
      end: prose,
      isCaption: (parent?.isCaption ?? false) || localName === 'figcaption' || isCaptionName(names),
      ownLinkText: '',
    };
  };
  // The depth of a captured page is bounded.
  const walk = (node: Node, box: Growing, isLinked: boolean): void => {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === TEXT_NODE) {
        const text = child.nodeValue ?? '';
        box.text += text;
        if (isLinked) box.ownLinkText += text;
      } else if (child.nodeType === ELEMENT_NODE) {
        enter(child as Element, box, isLinked);
      }
    }
  };
  const enter = (element: Element, box: Growing, isLinked: boolean): void => {
    if (isLeftOut(element)) return;
    const { localName } = element;
    if (localName === 'br') box.text += '\n';
    else if (localName === 'a') enterLink(element, box, isLinked);
    else if (SHOWN.has(localName)) {
      box.images += 1;
      if (localName === 'math') box.kept += 1;
    } else if (INLINE.has(localName)) {
      walk(element, box, isLinked);
    } else {
      const inner = open(element, box);
      box.children.push(inner);
      box.text += '\n';
      walk(element, inner, isLinked);
      close(inner, box);
    }
  };
  const enterLink = (link: Element, box: Growing, isLinked: boolean): void => {
    // It stands for a player of another site.
    if (link.hasAttribute('data-embed')) {
      box.images += 1;
      box.kept += 1;
      return;
    }
    const href = link.getAttribute('href');
    if (href !== null) box.links[kindOf(link, href)] += 1;
    walk(link, box, isLinked || href !== null);
  };
  const close = (box: Growing, parent: Growing | null): void => {
    box.text = box.text.replace(/\s+/g, ' ').trim();
    const own = lettersOf(box.text);
    const linked = Math.min(own, lettersOf(box.ownLinkText.replace(/\s+/g, ' ').trim()));
    box.letters += own;
    box.linkLetters += linked;
    if (own >= proseLine && isProse(box, own, linked)) {
      box.prose += own;
      prose += own;
    }
    box.lastOrder = order - 1;
    box.end = prose;
    if (parent === null) return;
    parent.letters += box.letters;
    parent.linkLetters += box.linkLetters;
    parent.prose += box.prose;
    parent.images += box.images;
    parent.items += box.items;
    parent.kept += box.kept;
    for (const kind of LINK_KINDS) parent.links[kind] += box.links[kind];
  };
  const root = open(article, null);
  walk(article, root, false);
  close(root, null);
  return root;
}

/** In letters. A line of such a length is prose even without the mark of a sentence. */
const LONG = 200;
const MAX_LINKED = 0.5;
/** Entries of a list of links may be questions or have a sentence beside the link. */
const MAX_LINKED_ENTRY = 0.25;
const NO_PROSE = /^(?:h[1-6]|caption|th|summary|pre)$/;
/** Ends of sentences in all scripts. In Thai and Lao it is a space, because words have none between. */
const SENTENCE_END = /[.!?…](?=[\s"'”’»)\]]|$)|[。！？｡؟۔।॥։።]|[\u0e00-\u0eff] [\u0e00-\u0eff]/;

/** Of a short line. One with more digits has dates and times, or results. */
const MAX_DIGITS = 0.2;

function isProse(box: Growing, letters: number, linked: number): boolean {
  return (
    (letters >= LONG || (box.text.match(/\d/g)?.length ?? 0) <= MAX_DIGITS * letters) &&
    linked / letters <= (box.element.localName === 'li' ? MAX_LINKED_ENTRY : MAX_LINKED) &&
    (letters >= LONG || SENTENCE_END.test(box.text)) &&
    !box.isCaption &&
    !NO_PROSE.test(box.element.localName)
  );
}

/** One character of these scripts carries as much information as several letters. */
const SIGN = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff]/;
const FIRST_SIGN = 0x2e80;
const LETTERS_PER_SIGN = 2.5;

/** Returns the length of a text in letters of an alphabet. */
export function lettersOf(text: string): number {
  if (!SIGN.test(text)) return text.length;
  let signs = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) >= FIRST_SIGN) signs += 1;
  }
  return text.length + signs * (LETTERS_PER_SIGN - 1);
}

/** Visits a box and all boxes in it in reading order, except those in one for which it returns false. */
export function walkBoxes(box: Box, visit: (box: Box) => unknown): void {
  if (visit(box) === false) return;
  for (const child of box.children) walkBoxes(child, visit);
}

/** True if `inner` is `outer` or in it. */
export const isWithin = (inner: Box, outer: Box): boolean =>
  inner.order >= outer.order && inner.order <= outer.lastOrder;

/** Returns the share of the text that is in links. */
export const linkDensity = ({ letters, linkLetters }: Box): number =>
  letters === 0 ? 0 : linkLetters / letters;

/** Returns the number of links to other pages. */
export const pageLinks = ({ links }: Box): number =>
  links.share + links.tag + links.author + links.own + links.other;

/** Returns the text of a box without children, or of its only child with text. */
export function textOf(box: Box): string {
  const parts = box.children.filter(({ letters }) => letters > 0);
  if (box.text !== '' || parts.length === 0) return box.text;
  return parts.length === 1 && parts[0] !== undefined ? textOf(parts[0]) : '';
}

/** In letters. */
const MIN_REPEATED = 40;

/** Returns the texts that an article contains more than once. */
export function repeatedTexts(root: Box): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  walkBoxes(root, ({ text }) => {
    if (text.length >= MIN_REPEATED && seen.has(text)) repeated.add(text);
    seen.add(text);
  });
  return repeated;
}

/** How many boxes beside another one are looked at. This bounds the time for long pages. */
const MAX_BESIDE = 50;

/** Returns the boxes before and after a box in its parent, the nearest first. */
export function siblingsOf({ parent, at }: Box, most = MAX_BESIDE) {
  const siblings = parent?.children ?? [];
  return {
    before: siblings.slice(Math.max(0, at - most), at).reverse(),
    after: siblings.slice(at + 1, at + 1 + most),
  };
}
