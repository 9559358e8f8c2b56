import { Readability } from '@mozilla/readability';
import { BLOCKS } from '../elements';

const IN_PAGE = /^#.+/;

/**
 * Readability with the same article for less work. What it spends half its time on, and we don't:
 *
 * - the text of every element, to see whether a few of them are a byline;
 * - a style object for every element, though only one with a `style` attribute has anything in it;
 * - the whole page written as HTML, to be read again if the first attempt finds too little: here
 *   the page is copied again, and only then;
 * - the article written as HTML for a log that nobody reads, and once more as its result;
 * - images in `<noscript>`, relative addresses, classes and styles: the first we have repaired, the
 *   others we finish and sanitise;
 * - what the page says of itself, which we have read already.
 *
 * The names are Readability's own; its version is pinned, and a test compares the articles. Methods
 * that are not reached from here are left out of the bundle (`scripts/vite-readability.ts`).
 */
export class PageReadability extends Readability<Node> {
  declare private readonly _doc: Document;
  declare private _metadata: { readonly byline: null };
  declare private _articleTitle: string;
  private _bylines: ReadonlySet<Element> = new Set();
  declare private readonly _removeScripts: (document: Document) => void;
  declare private readonly _prepDocument: () => void;
  declare private readonly _getInnerText: (element: Element) => string;
  declare private readonly _grabArticle: () => Element | null;
  declare private readonly _simplifyNestedElements: (article: Element) => void;

  /**
   * `title` is the page's, without its site's name: a heading that repeats it is dropped. `again`
   * makes the same document once more, for another attempt.
   */
  constructor(document: Document, title: string, again: () => Document) {
    super(document);
    // A byline in the text goes, whatever the page says elsewhere: the reader shows the authors. Left
    // in, it made Readability take the comments for the article (1 page of 88).
    this._metadata = { byline: null };
    this._articleTitle = title;
    const { body } = document;
    if (body === null) return;
    const restore = () => {
      body.replaceChildren(...again().body.childNodes);
      this._removeScripts(document);
      this._prepDocument();
      this._bylines = findBylines(document);
    };
    Object.defineProperty(body, 'innerHTML', { get: () => '', set: restore });
  }

  /** The element that Readability puts its page in; null when it finds no article. */
  parseElement(): Element | null {
    this._removeScripts(this._doc);
    this._prepDocument();
    this._bylines = findBylines(this._doc);
    const article = this._grabArticle();
    if (article === null) return null;
    this._simplifyNestedElements(article);
    return article.firstElementChild;
  }

  /**
   * How much of an element's text is links. One that stands for a player is left out: a sentence
   * beside a video would go, as if both were a menu.
   */
  _getLinkDensity(element: Element): number {
    let textLength = this._getInnerText(element).length;
    let linkLength = 0;
    for (const link of element.getElementsByTagName('a')) {
      const { length } = this._getInnerText(link);
      if (link.hasAttribute('data-embed')) textLength -= length;
      else linkLength += length * (IN_PAGE.test(link.getAttribute('href') ?? '') ? 0.3 : 1);
    }
    return textLength > 0 ? linkLength / textLength : 0;
  }

  /** Takes a byline as a whole line or not at all: without the name, `By , 4 October` would stay. */
  _isValidByline(element: Element, nameAndId: string): boolean {
    return this._bylines.has(element) || isByline(element, nameAndId);
  }

  /** Takes off attributes that say how something looks: nothing that the sanitiser would let by. */
  _cleanStyles(): void {}

  /** Whether Readability may look at an element. */
  _isProbablyVisible(element: Element): boolean {
    if (element.hasAttribute('hidden')) return false;
    if (element.hasAttribute('style')) {
      // MathML elements of older browsers have no `style`.
      const { style } = element as Partial<ElementCSSInlineStyle>;
      if (style?.display === 'none' || style?.visibility === 'hidden') return false;
    }
    return (
      element.getAttribute('aria-hidden') !== 'true' ||
      // Wikipedia's pictures of formulas.
      (element.getAttribute('class') ?? '').includes('fallback-image')
    );
  }
}

/** Letters of a byline: Readability's own bound. */
const MAX_LENGTH = 100;
/** Letters that the line of an author has beside the name: `By`, a date, minutes. */
const MAX_BESIDE = 35;
const AUTHOR = '[rel=author],[itemprop*=author]';
const CALLED_BYLINE = /byline|author|dateline|writtenby|p-author/i;
const LINES = 'p,div,header,address,li';
const MORE_THAN_TEXT = `img,picture,figure,table,math,svg,${BLOCKS}`;

/** The short lines that are the name of an author and hardly more: they go whole. */
export function findBylines(document: Document): ReadonlySet<Element> {
  const lines = new Set<Element>();
  for (const author of document.querySelectorAll(AUTHOR)) {
    const line = author.parentElement?.closest(LINES);
    if (!line || line.querySelector(MORE_THAN_TEXT) !== null) continue;
    const length = lengthOf(line);
    if (length < MAX_LENGTH && length - lengthOf(author) <= MAX_BESIDE) lines.add(line);
  }
  return lines;
}

/** Whether Readability takes an element for a byline, and it is no part of a sentence. */
export function isByline(element: Element, nameAndId: string): boolean {
  if (!element.matches(AUTHOR) && !CALLED_BYLINE.test(nameAndId)) return false;
  const length = lengthOf(element);
  return length > 0 && length < MAX_LENGTH && !isInParagraph(element);
}

function isInParagraph(element: Element): boolean {
  const paragraph = element.parentElement?.closest('p');
  return paragraph != null && lengthOf(paragraph) >= MAX_LENGTH;
}

const lengthOf = (element: Element) => (element.textContent ?? '').trim().length;
