import type { ArticleWay, CaptureWarning } from '../domain/article';
import type { SiteRule } from '../domain/site-rules/site-rule';
import { usableBase } from './addresses';
import type { Capture, Metadata } from './capture';
import { extractArticle, plainArticle, wholePage } from './extract/extract';
import { describeArticle, dropRepeatedTitle, finishArticle } from './finish-article';
import { type InlineImages, nameInlineImages } from './images/inline-images';
import type { Attribution } from './kinds/attributions';
import { CAPTURE_LIMITS, type CaptureLimits } from './limits';
import { drawCanvases } from './live/canvases';
import { fitsLimits, measureDocument } from './live/measure';
import { copyPage, type PageCopy } from './live/page-copy';
import type { DocumentScope } from './live/scope';
import { languageOfArticle } from './metadata/language';
import { dateOf } from './metadata/published';
import { type PageMetadata, readMetadata } from './metadata/read-metadata';
import type { NativeDom, NativeWindow } from './native-dom';
import { repair } from './repair/repair';
import { createPageRules } from './rules/page-rules';
import { sanitiseTree } from './sanitise/sanitise-tree';
import { textAsArticle } from './text-article';

export interface CaptureOptions {
  /** The text that is selected in the page; empty when nothing is selected. */
  readonly selection?: string;
  /** The way of finding the article. null, the default: with our rules. */
  readonly way?: CaptureWay | null;
  /** The note at the end of an article whose page was cut; in English by default. */
  readonly cutNote?: () => string;
  /**
   * The rules of the page's site. With them, also with none, the capture has the structure of its
   * article.
   */
  readonly siteRules?: readonly SiteRule[];
  readonly limits?: CaptureLimits;
  /**
   * Receives the images that the page embeds (`data:`, `blob:`). Without it they keep their
   * addresses.
   */
  readonly inlineImages?: InlineImages;
  /** Where a document comes from that was only parsed, and has the address of its parser. */
  readonly place?: { readonly url: string; readonly baseUrl: string };
  /** The window whose DOM created the document; by default the current window. */
  readonly window?: NativeWindow;
}

/** `text`: with our rules, and a page without an article is kept with its text. */
export type CaptureWay = ArticleWay | 'text';

const CUT_CAPTURE_NOTE = 'This page is longer than what Leafmark keeps. Its end is missing here.';

/** Captures everything that the document itself provides. docs/capture.md describes the steps. */
export function capturePage(
  document: Document,
  native: NativeDom,
  options: CaptureOptions,
): Omit<Capture, 'url' | 'excerpt'> {
  const { limits = CAPTURE_LIMITS, siteRules, way } = options;
  const pageUrl = native.url(document);
  const addresses = { baseUrl: usableBase(native.baseURI(document), pageUrl), pageUrl };
  const scope = measureDocument(document, native);
  const copy = () => copyPage(scope, pageUrl, limits, native);
  const page = copy();
  const warnings = new Set(warningsOf(page, scope, limits));
  const declared = readMetadataOrTitle(page.document, addresses.baseUrl);

  const rules =
    siteRules &&
    createPageRules(siteRules, (parts) => finishParts(parts, page.document, addresses));
  const applyRules = (attempt: Document): Document => {
    tryRules(() => rules?.begin(attempt));
    return attempt;
  };
  // Each attempt consumes a copy. One stays whole, so that only this one is repaired for all of them.
  let whole: Document | null = null;
  const uncut = (): Document => {
    whole ??= repaired(copy().document, addresses);
    return whole;
  };
  const again = (): Document => applyRules(native.cloneNode(uncut(), true));
  const repairedPage = applyRules(repaired(page.document, addresses));
  const { metadata: found, types, articleText, given } = declared;
  const extraction =
    way === 'whole-page'
      ? wholePage(repairedPage)
      : way === 'plain'
        ? plainArticle(repairedPage, found.title, again)
        : extractArticle(
            repairedPage,
            { ...found, url: pageUrl, types, keepsText: way === 'text', articleText, given },
            again,
            // Without rules nothing has to be removed from it before it is read.
            () => (siteRules && siteRules.length > 0 ? again() : uncut()),
          );
  for (const warning of extraction.warnings) warnings.add(warning);

  const { content } = extraction;
  const text = content?.textContent ?? '';
  const ruled = rules && content && tryRules(() => rules.finish(content));
  const finished = content && finishContent(content, found.title, page, addresses, options);
  if (finished?.isTextOnly) warnings.add('text-only');
  const metadata = metadataOfArticle(declared, extraction.opening, text);
  const article = finished && describeArticle(finished.article, metadata.lang);
  return {
    metadata,
    article,
    report: {
      words: article?.wordCount ?? 0,
      imagesKept: 0,
      imagesDropped: 0,
      warnings: [...warnings],
      ...(ruled?.applied && { rules: ruled.applied }),
      ...(extraction.kind && { kind: extraction.kind }),
    },
    ...(article && ruled?.structure && { structure: ruled.structure }),
  };
}

interface Addresses {
  readonly baseUrl: string;
  readonly pageUrl: string;
}

function warningsOf(
  { isFrameUsed, isCut }: PageCopy,
  scope: DocumentScope,
  limits: CaptureLimits,
): CaptureWarning[] {
  const warnings: CaptureWarning[] = isFrameUsed ? ['frame-used'] : [];
  // Measuring leaves out components that are nested without end.
  const isEndless = scope.size.depth === Number.POSITIVE_INFINITY;
  if (isCut || isEndless) warnings.push('document-cut');
  else if (!fitsLimits(scope, limits)) warnings.push('document-flattened');
  return warnings;
}

function repaired(copy: Document, addresses: Addresses): Document {
  repair({ root: copy, document: copy, ...addresses });
  return copy;
}

/** Makes parts of a page safe and their addresses complete. Returns the HTML of each. */
function finishParts(
  parts: readonly Node[],
  document: Document,
  { baseUrl, pageUrl }: Addresses,
): readonly string[] {
  const all = document.createDocumentFragment();
  for (const part of parts) {
    const box = document.createElement('div');
    box.append(part);
    all.append(box);
  }
  finishArticle(all, baseUrl, pageUrl);
  return [...sanitiseTree(all).children].map((box) =>
    box.textContent?.trim() === '' && box.querySelector('img') === null ? '' : box.innerHTML,
  );
}

/** Completes and sanitises an article. If that fails, only its text is left. */
function finishContent(
  content: Element,
  title: string,
  { canvases, isCut }: PageCopy,
  { baseUrl, pageUrl }: Addresses,
  { cutNote = () => CUT_CAPTURE_NOTE, inlineImages }: CaptureOptions,
): { readonly article: DocumentFragment; readonly isTextOnly: boolean } {
  const blocks = childrenOf(content);
  try {
    drawCanvases(blocks, canvases);
    dropRepeatedTitle(blocks, title);
    finishArticle(blocks, baseUrl, pageUrl);
    if (isCut) appendNote(blocks, cutNote());
    if (inlineImages !== undefined) nameInlineImages(blocks, inlineImages);
    return { article: sanitiseTree(blocks), isTextOnly: false };
  } catch {
    return { article: textAsArticle(blocks), isTextOnly: true };
  }
}

/** An article without the rules of its site is better than none. */
function tryRules<T>(step: () => T): T | null {
  try {
    return step();
  } catch {
    return null;
  }
}

/** Returns the blocks without the box that Readability or `extract` put around them. */
function childrenOf(box: Element): DocumentFragment {
  const fragment = box.ownerDocument.createDocumentFragment();
  fragment.append(...box.childNodes);
  return fragment;
}

/** Appends a paragraph. Its text direction may differ from that of the article. */
function appendNote(article: DocumentFragment, text: string): void {
  const paragraph = article.ownerDocument.createElement('p');
  const words = article.ownerDocument.createElement('em');
  paragraph.dir = 'auto';
  words.textContent = text;
  paragraph.append(words);
  article.append(paragraph);
}

/** Reads the metadata of the page. If that fails, it returns only the title. */
function readMetadataOrTitle(document: Document, baseUrl: string): PageMetadata {
  try {
    return readMetadata(document, baseUrl);
  } catch {
    const metadata: Metadata = {
      title: document.querySelector('title')?.textContent?.trim() ?? '',
      siteName: '',
      authors: [],
      published: null,
      lang: '',
      textDirection: null,
      description: '',
      canonicalUrl: null,
      iconUrl: null,
      imageUrl: null,
      keywords: [],
      type: 'article',
    };
    return {
      metadata,
      isOpen: { authors: true, published: true },
      types: [],
      articleText: '',
      given: [],
    };
  }
}

/**
 * Returns the metadata of the article: the author and the time of the first post of a thread, unless the
 * page declares others, and the language and the direction of the text, also where the page has others.
 */
function metadataOfArticle(
  { metadata, isOpen }: PageMetadata,
  opening: Attribution | undefined,
  text: string,
): Metadata {
  const author = isOpen.authors ? (opening?.author ?? null) : null;
  const time = isOpen.published ? (opening?.time ?? null) : null;
  return {
    ...metadata,
    ...languageOfArticle(`${metadata.title} ${text.trimStart()}`, metadata),
    authors: author === null ? metadata.authors : [author],
    published: (time && dateOf(time.dateTime ?? time.text)) ?? metadata.published,
  };
}
