import { Readability } from '@mozilla/readability';
import { isCaptionName, namesOf } from '../clean/names';
import { BLOCKS, NAMES_MARK } from '../elements';
import { hasWordOfSigns, hasWords, lettersIn, lineOf, textLength } from '../normal-text';

const IN_PAGE = /^#.+/;
const MATCHES_NOTHING = /(?!)/;

/** Instead of Readability's threshold of 500 letters, for a title with ideograms or syllables. */
const MIN_SIGNS = 200;

/** Readability's `FLAG_STRIP_UNLIKELYS` and `FLAG_WEIGHT_CLASSES`. */
const NAME_FLAGS = 0x1 | 0x2;

/** The type of Readability lacks its private methods. */
const OpenReadability = Readability as unknown as new (
  document: Document,
) => Readability<Node> & {
  _hasSingleTagInsideElement(element: Element, tag: string): boolean;
  _isElementWithoutContent(element: Element): boolean;
  _getNodeAncestors(node: Element, maxDepth: number): readonly Element[];
};

/**
 * Readability with the same result for less work. It skips steps that take half of its time:
 *
 * - reading the text of every element to detect bylines;
 * - creating a style object for every element, although only a `style` attribute matters;
 * - serialising the whole page so that it can be parsed again if the first attempt finds too little:
 *   here the page is copied again, and only in that case;
 * - serialising the article for a log that is not used, and again as its result;
 * - images in `<noscript>`, relative addresses, classes and styles, which the repairs, `finishArticle`
 *   and the sanitiser handle;
 * - metadata, which has already been read.
 *
 * The names of the overridden methods are private to Readability. Its version is pinned, and a test
 * compares the articles.
 */
export class PageReadability extends OpenReadability {
  declare private readonly _doc: Document;
  declare private _articleTitle: string;
  declare private _flags: number;
  declare private _charThreshold: number;
  declare private _allowedVideoRegex: RegExp;
  declare private readonly _attempts: readonly { readonly textLength: number }[];
  declare private readonly REGEXPS: { readonly unlikelyCandidates: RegExp };
  private _bylines: ReadonlySet<Element> = new Set();
  private _hasByline = false;
  private _headings: ReadonlyMap<Element, HeadingNames> = new Map();
  declare private readonly _removeScripts: (document: Document) => void;
  declare private readonly _prepDocument: () => void;
  declare private readonly _getInnerText: (element: Element) => string;
  declare private readonly _grabArticle: () => Element | null;
  declare private readonly _simplifyNestedElements: (article: Element) => void;

  /**
   * `title` is the title of the page without the name of its site; a heading that repeats it is
   * dropped. `again` makes another copy of the document for another attempt. With `ignoresNames` the
   * names of classes and ids count nothing.
   */
  constructor(
    document: Document,
    title: string,
    again: () => Document,
    { ignoresNames = false }: { readonly ignoresNames?: boolean } = {},
  ) {
    super(document);
    if (hasWordOfSigns(title)) this._charThreshold = MIN_SIGNS;
    if (ignoresNames) this._flags &= ~NAME_FLAGS;
    // The repairs have replaced the players.
    this._allowedVideoRegex = MATCHES_NOTHING;
    this._articleTitle = title;
    const { body, documentElement } = document;
    // Readability would take the whole page for a header because of it, and stop looking.
    documentElement.removeAttribute('class');
    if (body === null) return;
    const restore = () => {
      body.replaceChildren(...again().body.childNodes);
      this._prepare();
    };
    Object.defineProperty(body, 'innerHTML', { get: () => '', set: restore });
  }

  /**
   * Returns the element that Readability wraps the article in, or null when it finds no article.
   */
  parseElement(): Element | null {
    this._prepare();
    const article = this._grabArticle();
    if (article === null) return null;
    for (const [heading, names] of this._headings) nameHeading(heading, names);
    this._simplifyNestedElements(article);
    return article.firstElementChild;
  }

  private _prepare(): void {
    this._removeScripts(this._doc);
    this._prepDocument();
    this._bylines = findBylines(this._doc);
    this._headings = hideNames(this._doc, this.REGEXPS.unlikelyCandidates);
    // Readability takes boxes that clip their content for hidden ones.
    for (const box of this._doc.querySelectorAll('[class*="overflow-hidden"]')) {
      box.setAttribute('class', box.getAttribute('class')?.replace('-hidden', '') ?? '');
    }
  }

  /** The lengths of the articles that attempts found and that are too short, in UTF-16 code units. */
  shortAttempts(): number[] {
    return this._attempts.map(({ textLength }) => textLength);
  }

  /**
   * Returns the share of an element's text that is in links. Links that replace a video player
   * don't count, otherwise a sentence beside a video would be dropped like a menu.
   */
  _getLinkDensity(element: Element): number {
    const links = element.getElementsByTagName('a');
    if (links.length === 0) return 0;
    let textLength = this._getInnerText(element).length;
    let linkLength = 0;
    for (let at = 0; at < links.length; at += 1) {
      const link = links[at] as Element;
      const { length } = this._getInnerText(link);
      if (link.hasAttribute('data-embed')) textLength -= length;
      else linkLength += length * (IN_PAGE.test(link.getAttribute('href') ?? '') ? 0.3 : 1);
    }
    return textLength > 0 ? linkLength / textLength : 0;
  }

  /**
   * Removes a byline as a whole line or not at all: without the name, `By , 4 October` would
   * remain. It is always removed because the reader shows the authors. With a byline in the text,
   * Readability took the comments for the article (1 page of 88).
   */
  _isValidByline(element: Element, nameAndId: string): boolean {
    if (this._hasByline) return false;
    this._hasByline = this._bylines.has(element) || isByline(element, nameAndId);
    return this._hasByline;
  }

  /**
   * Readability replaces a box with a single paragraph by the paragraph, which gets the names of the box:
   * the cleaning looks at them. A caption stays where its picture is.
   */
  override _hasSingleTagInsideElement(element: Element, tag: string): boolean {
    if (!super._hasSingleTagInsideElement(element, tag)) return false;
    if (tag === 'P' && !isCaptionName(namesOf(element)))
      element.firstElementChild?.setAttribute(NAMES_MARK, `${element.className} ${element.id}`);
    return true;
  }

  /**
   * The cells of a table of data speak for the box around the table. Readability would take the rows
   * alone, whose cells run together without it.
   */
  override _getNodeAncestors(node: Element, maxDepth: number): readonly Element[] {
    return super._getNodeAncestors(node.closest('[summary=data]') ?? node, maxDepth);
  }

  /** Readability would read all the text of each box to find out whether there is any. */
  override _isElementWithoutContent(element: Element): boolean {
    return !hasWords(element) && super._isElementWithoutContent(element);
  }

  /** Readability removes presentational attributes here. The sanitiser removes them anyway. */
  _cleanStyles(): void {}

  /** The repairs have given each image the address that the page shows. */
  _fixLazyImages(): void {}

  /** True if Readability may use an element. */
  _isProbablyVisible(element: Element): boolean {
    if (element.hasAttribute('hidden')) return false;
    if (element.hasAttribute('style')) {
      // MathML elements of older browsers have no `style` property.
      const { style } = element as Partial<ElementCSSInlineStyle>;
      if (style?.display === 'none' || style?.visibility === 'hidden') return false;
    }
    return (
      element.getAttribute('aria-hidden') !== 'true' ||
      // Images of formulas in Wikipedia.
      (element.getAttribute('class') ?? '').includes('fallback-image')
    );
  }
}

interface HeadingNames {
  readonly class: string;
  readonly id: string;
}

/** Also the questions of an accordion. */
const HEADINGS_AND_FOLDS = 'h1,h2,h3,h4,h5,h6,[class*="accord" i],[class*="faq" i]';

/**
 * Removes the names of headings that would be dropped because of them, and returns the names: classes of
 * headings often say `header`, and ids repeat the text, such as `related-work`.
 */
function hideNames(document: Document, unlikely: RegExp): ReadonlyMap<Element, HeadingNames> {
  const headings = new Map<Element, HeadingNames>();
  for (const heading of document.querySelectorAll(HEADINGS_AND_FOLDS)) {
    const names = { class: heading.getAttribute('class') ?? '', id: heading.id };
    if (!unlikely.test(`${names.class} ${names.id}`)) continue;
    const id = lettersIn(names.id);
    const isText = id !== '' && lettersIn(lineOf(heading)).includes(id);
    if (unlikely.test(`${names.class.replace(/header/gi, '')} ${isText ? '' : names.id}`)) continue;
    headings.set(heading, names);
    nameHeading(heading, { class: '', id: '' });
  }
  return headings;
}

function nameHeading(heading: Element, names: HeadingNames): void {
  for (const [name, value] of Object.entries(names)) {
    if (value === '') heading.removeAttribute(name);
    else heading.setAttribute(name, value);
  }
}

/** In letters: Readability's own bound for a byline. */
const MAX_BYLINE_LETTERS = 100;
/** In letters: how much text a line has beside the author's name, such as `By`, a date, minutes. */
const MAX_LETTERS_BESIDE_AUTHOR = 35;
const AUTHOR_FOR_READABILITY = '[rel=author],[itemprop*=author]';
const CALLED_BYLINE = /byline|author|dateline|writtenby|p-author/i;
const AUTHOR_LINES = 'p,div,header,address,li';
const NOT_IN_BYLINE = `img,picture,figure,table,math,svg,${BLOCKS}`;

/**
 * Finds short lines that contain little more than the name of an author. They are dropped whole.
 */
function findBylines(document: Document): ReadonlySet<Element> {
  const lines = new Set<Element>();
  for (const author of document.querySelectorAll(AUTHOR_FOR_READABILITY)) {
    const line = author.parentElement?.closest(AUTHOR_LINES);
    if (!line || line.querySelector(NOT_IN_BYLINE) !== null) continue;
    const length = textLength(line);
    if (length < MAX_BYLINE_LETTERS && length - textLength(author) <= MAX_LETTERS_BESIDE_AUTHOR)
      lines.add(line);
  }
  return lines;
}

/** True if Readability takes an element for a byline and it is not part of a sentence. */
function isByline(element: Element, nameAndId: string): boolean {
  if (!element.matches(AUTHOR_FOR_READABILITY) && !CALLED_BYLINE.test(nameAndId)) return false;
  const length = textLength(element);
  return length > 0 && length < MAX_BYLINE_LETTERS && !isInParagraph(element);
}

function isInParagraph(element: Element): boolean {
  const paragraph = element.parentElement?.closest('p');
  return paragraph != null && textLength(paragraph) >= MAX_BYLINE_LETTERS;
}
