import { Readability } from '@mozilla/readability';

/** What Readability has read of the page's own description: its choices depend on it. */
interface ReadabilityMetadata {
  readonly title: string;
}

/**
 * Readability with the same article for less work. What it spends half its time on, and we don't:
 *
 * - a style object for every element, though only one with a `style` attribute has anything in it;
 * - the whole page written as HTML, to be read again if the first attempt finds too little: here
 *   the page is copied again, and only then;
 * - the article written as HTML for a log that nobody reads, and once more as its result;
 * - images in `<noscript>`, relative addresses, classes and styles: the first we have repaired, the
 *   others we finish and sanitise.
 *
 * The names are Readability's own; its version is pinned, and a test compares the articles.
 */
export class PageReadability extends Readability<Node> {
  declare private readonly _doc: Document;
  declare private _metadata: ReadabilityMetadata;
  declare private _articleTitle: string;
  declare private readonly _getJSONLD: (document: Document) => object;
  declare private readonly _getArticleMetadata: (jsonLd: object) => ReadabilityMetadata;
  declare private readonly _removeScripts: (document: Document) => void;
  declare private readonly _prepDocument: () => void;
  declare private readonly _grabArticle: () => Element | null;
  declare private readonly _simplifyNestedElements: (article: Element) => void;

  /** `again` makes the same document once more, for another attempt. */
  constructor(document: Document, again: () => Document) {
    super(document);
    const { body } = document;
    if (body === null) return;
    const restore = () => {
      body.replaceChildren(...again().body.childNodes);
      this._removeScripts(document);
      this._prepDocument();
    };
    Object.defineProperty(body, 'innerHTML', { get: () => '', set: restore });
  }

  /** The element that Readability puts its page in; null when it finds no article. */
  parseElement(): Element | null {
    const jsonLd = this._getJSONLD(this._doc);
    this._removeScripts(this._doc);
    this._prepDocument();
    this._metadata = this._getArticleMetadata(jsonLd);
    this._articleTitle = this._metadata.title;
    const article = this._grabArticle();
    if (article === null) return null;
    this._simplifyNestedElements(article);
    return article.firstElementChild;
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
