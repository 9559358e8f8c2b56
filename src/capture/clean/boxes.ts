import { isElement, isText } from '../elements';
import { signsIn } from '../normal-text';
import { wordSet } from '../word-list';
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
const INLINE_IN_BOX = wordSet(
  'a abbr acronym b bdi bdo big cite code data dfn em font i ins del kbd label mark q rp rt ruby s',
  'samp small span strike strong sub sup time tt u var wbr',
);
const SHOWN_ELEMENTS = wordSet('img svg math canvas video audio');

const ITEM_ELEMENT = /^(?:li|tr|dd|pre)$/;

type GrowingBox = { -readonly [K in keyof Box]: Box[K] } & {
  readonly children: GrowingBox[];
  readonly links: Record<LinkKind, number>;
  linkText: string;
};

interface MeasureOptions {
  /** The address that the page gives as its own. */
  readonly canonicalUrl?: string | null;
  /** True for elements that do not count. */
  readonly isLeftOut?: (element: Element) => boolean;
}

/** Measures an article in one walk. `pageUrl` is the address of its page. */
export function measureBoxes(article: Element, pageUrl: string, options: MeasureOptions = {}): Box {
  return new BoxWalk(pageUrl, options).measure(article);
}

/** The walk over an article. The depth of a captured page is bounded. */
class BoxWalk {
  readonly #kindOf: ReturnType<typeof linkKinds>;
  readonly #isLeftOut: (element: Element) => boolean;
  #prose = 0;
  #order = 0;

  constructor(pageUrl: string, { canonicalUrl = null, isLeftOut = () => false }: MeasureOptions) {
    this.#kindOf = linkKinds(pageUrl, canonicalUrl);
    this.#isLeftOut = isLeftOut;
  }

  measure(element: Element, parent: GrowingBox | null = null, isLinked = false): GrowingBox {
    const box = this.#open(element, parent);
    this.#walk(element, box, isLinked);
    this.#close(box);
    if (parent !== null) addToParent(parent, box);
    return box;
  }

  #open(element: Element, parent: GrowingBox | null): GrowingBox {
    const names = namesOf(element);
    const { localName } = element;
    const order = this.#order++;
    return {
      element,
      parent,
      children: [],
      at: parent?.children.length ?? 0,
      order,
      lastOrder: order,
      text: '',
      names,
      letters: 0,
      linkLetters: 0,
      prose: 0,
      links: { share: 0, tag: 0, author: 0, note: 0, own: 0, other: 0 },
      images: 0,
      items: ITEM_ELEMENT.test(localName) ? 1 : 0,
      kept: localName === 'pre' ? 1 : 0,
      start: this.#prose,
      end: this.#prose,
      isCaption: (parent?.isCaption ?? false) || localName === 'figcaption' || isCaptionName(names),
      linkText: '',
    };
  }

  #walk(node: Node, box: GrowingBox, isLinked: boolean): void {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (isText(child)) {
        const text = child.nodeValue ?? '';
        box.text += text;
        if (isLinked) box.linkText += text;
      } else if (isElement(child) && !this.#isLeftOut(child as Element)) {
        this.#enter(child as Element, box, isLinked);
      }
    }
  }

  #enter(element: Element, box: GrowingBox, isLinked: boolean): void {
    const { localName } = element;
    if (localName === 'br') box.text += '\n';
    else if (localName === 'a') this.#enterLink(element, box, isLinked);
    else if (SHOWN_ELEMENTS.has(localName)) {
      box.images += 1;
      if (localName === 'math') box.kept += 1;
    } else if (INLINE_IN_BOX.has(localName)) {
      this.#walk(element, box, isLinked);
    } else {
      box.text += '\n';
      this.measure(element, box, isLinked);
    }
  }

  #enterLink(link: Element, box: GrowingBox, isLinked: boolean): void {
    // It stands for a player of another site.
    if (link.hasAttribute('data-embed')) {
      box.images += 1;
      box.kept += 1;
      return;
    }
    const href = link.getAttribute('href');
    if (href !== null) box.links[this.#kindOf(link, href)] += 1;
    this.#walk(link, box, isLinked || href !== null);
  }

  #close(box: GrowingBox): void {
    box.text = box.text.replace(/\s+/g, ' ').trim();
    if (box.text !== '') this.#addText(box);
    box.lastOrder = this.#order - 1;
    box.end = this.#prose;
  }

  #addText(box: GrowingBox): void {
    const own = letterCount(box.text);
    const linked = Math.min(own, letterCount(box.linkText.replace(/\s+/g, ' ').trim()));
    box.letters += own;
    box.linkLetters += linked;
    if (own >= MIN_PROSE_LINE_LETTERS && isProse(box, own, linked)) {
      box.prose += own;
      this.#prose += own;
    }
  }
}

function addToParent(parent: GrowingBox, box: GrowingBox): void {
  parent.children.push(box);
  parent.letters += box.letters;
  parent.linkLetters += box.linkLetters;
  parent.prose += box.prose;
  parent.images += box.images;
  parent.items += box.items;
  parent.kept += box.kept;
  for (const kind of LINK_KINDS) parent.links[kind] += box.links[kind];
}

/** In letters: the shortest line of prose. A shorter one is a label or an entry of a list. */
const MIN_PROSE_LINE_LETTERS = 60;
/** In letters. A line of such a length is prose even without the mark of a sentence. */
const LONG_LINE = 200;
const MAX_LINKED_PROSE = 0.5;
/** Entries of a list of links may be questions or have a sentence beside the link. */
const MAX_LINKED_ENTRY = 0.25;
const NO_PROSE = /^(?:h[1-6]|caption|th|summary|pre)$/;
/** Ends of sentences in all scripts. In Thai and Lao it is a space, because words have none between. */
const SENTENCE_END = /[.!?…](?=[\s"'”’»)\]]|$)|[。！？｡؟۔।॥։።]|[\u0e00-\u0eff] [\u0e00-\u0eff]/;

/** The share of digits in a short line. A line with more of them has dates and times, or results. */
const MAX_DIGIT_SHARE_IN_LINE = 0.2;

function isProse(box: Box, letters: number, linked: number): boolean {
  return (
    (letters >= LONG_LINE ||
      (box.text.match(/\d/g)?.length ?? 0) <= MAX_DIGIT_SHARE_IN_LINE * letters) &&
    linked / letters <= (box.element.localName === 'li' ? MAX_LINKED_ENTRY : MAX_LINKED_PROSE) &&
    (letters >= LONG_LINE || SENTENCE_END.test(box.text)) &&
    !box.isCaption &&
    !NO_PROSE.test(box.element.localName)
  );
}

const LETTERS_PER_SIGN = 2.5;

/** Returns the length of a text in letters of an alphabet. */
export const letterCount = (text: string): number =>
  text.length + signsIn(text) * (LETTERS_PER_SIGN - 1);

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
export function textOfBox(box: Box): string {
  const parts = box.children.filter(({ letters }) => letters > 0);
  if (box.text !== '' || parts.length === 0) return box.text;
  return parts.length === 1 && parts[0] !== undefined ? textOfBox(parts[0]) : '';
}

/** In letters. */
const MIN_REPEATED_TEXT_LETTERS = 40;

/** Returns the texts that an article contains more than once. */
export function repeatedTexts(root: Box): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  walkBoxes(root, ({ text }) => {
    if (text.length >= MIN_REPEATED_TEXT_LETTERS && seen.has(text)) repeated.add(text);
    seen.add(text);
  });
  return repeated;
}

/** The number of boxes beside another one that are looked at. It bounds the time for long pages. */
const MAX_SIBLING_BOXES = 50;

/** Returns the boxes before and after a box in its parent, the nearest first. */
export function siblingsOf({ parent, at }: Box, max = MAX_SIBLING_BOXES) {
  const siblings = parent?.children ?? [];
  return {
    before: siblings.slice(Math.max(0, at - max), at).reverse(),
    after: siblings.slice(at + 1, at + 1 + max),
  };
}
