import type { CaptureStep, CaptureWarning, MetadataSource, Repaired, SiteRule } from '../domain';
import { usableBase } from './addresses';
import type { Capture, Metadata } from './capture';
import type { ExtractionWays } from './extract/choose';
import { extractArticle, wholePage } from './extract/extract';
import { describeArticle, dropRepeatedTitle, finishArticle } from './finish-article';
import { type InlineImages, nameInlineImages } from './images/inline-images';
import type { Signs } from './kinds/post-signs';
import type { CaptureLimits } from './limits';
import { drawCanvases } from './live/canvases';
import { fitsLimits, measureDocument } from './live/measure';
import { copyPage, type PageCopy } from './live/page-copy';
import { languageOfArticle } from './metadata/language';
import { dateOf } from './metadata/published';
import { type PageMetadata, readMetadata } from './metadata/read-metadata';
import type { NativeDom } from './native-dom';
import { repair } from './repair';
import { createPageRules } from './rules/page-rules';
import { textAsArticle } from './text-article';

export interface PageTools {
  readonly native: NativeDom;
  readonly limits: CaptureLimits;
  readonly now: () => number;
  readonly sanitise: (article: DocumentFragment) => DocumentFragment;
  /** null: embedded images keep their addresses. */
  readonly inlineImages: InlineImages | null;
  /** false: the whole page is the article. */
  readonly findsMain: boolean;
  /** true: a page without an article is kept with its text. */
  readonly keepsText: boolean;
  /** The note at the end of an article whose page was cut. */
  readonly cutNote: () => string;
  /** How the article is found and cleaned. */
  readonly ways: ExtractionWays;
  /** null: no structure is recorded. */
  readonly siteRules: readonly SiteRule[] | null;
}

/** Captures everything that the document itself provides. docs/capture.md describes the steps. */
export function capturePage(
  document: Document,
  {
    native,
    limits,
    now,
    sanitise,
    inlineImages,
    findsMain,
    keepsText,
    cutNote,
    ways,
    siteRules,
  }: PageTools,
): Omit<Capture, 'url' | 'excerpt'> {
  const steps = createStepTimer(now);
  const warnings = new Set<CaptureWarning>();
  const pageUrl = native.url(document);
  const baseUrl = usableBase(native.baseURI(document), pageUrl);

  const scope = steps.run('measure', () => measureDocument(document, native));
  const copy = (): PageCopy => steps.run('clone', () => copyPage(scope, pageUrl, limits, native));
  const finishParts = (parts: readonly Node[]): readonly string[] => {
    const all = page.document.createDocumentFragment();
    for (const part of parts) {
      const box = page.document.createElement('div');
      box.append(part);
      all.append(box);
    }
    finishArticle(all, baseUrl, pageUrl);
    return [...sanitise(all).children].map((box) =>
      box.textContent?.trim() === '' && box.querySelector('img') === null ? '' : box.innerHTML,
    );
  };
  const rules = siteRules && createPageRules(siteRules, finishParts);
  let repaired: Repaired = {};
  const repairCopy = ({ document: root }: PageCopy): void => {
    repaired = repair({ root, document: root, baseUrl, pageUrl });
  };
  const applyRules = (root: Document): void => {
    tryRules(() => rules?.begin(root));
  };
  let page = copy();
  // Each attempt consumes a copy. One stays whole, so that only this one is repaired for all of them.
  let whole: PageCopy | null = null;
  const again = (): Document => {
    if (whole === null) {
      const copied = copy();
      steps.run('repair', () => repairCopy(copied));
      whole = copied;
      page = copied;
    }
    const { document: root } = whole;
    const attempt = steps.run('clone', () => native.cloneNode(root, true));
    steps.run('repair', () => applyRules(attempt));
    return attempt;
  };
  if (page.isFrameUsed) warnings.add('frame-used');
  // Measuring leaves out components that are nested without end.
  const isCut = page.isCut || scope.size.depth === Number.POSITIVE_INFINITY;
  if (isCut) warnings.add('document-cut');
  else if (!fitsLimits(scope, limits)) warnings.add('document-flattened');

  const declared = steps.run('metadata', () => readMetadataOrTitle(page.document, baseUrl));

  steps.run('repair', () => {
    repairCopy(page);
    applyRules(page.document);
  });
  const extraction = steps.run('extract', () =>
    findsMain
      ? extractArticle(
          page.document,
          {
            ...declared.metadata,
            url: pageUrl,
            types: declared.types,
            keepsText,
            articleText: declared.articleText,
          },
          again,
          ways,
        )
      : wholePage(page.document),
  );
  for (const warning of extraction.warnings) warnings.add(warning);
  const text = extraction.content?.textContent ?? '';
  const { content } = extraction;
  const ruled =
    rules && content && steps.run('extract', () => tryRules(() => rules.finish(content)));

  const fragment = steps.run('sanitise', () => {
    if (extraction.content === null) return null;
    const blocks = childrenOf(extraction.content);
    try {
      drawCanvases(blocks, page.canvases);
      dropRepeatedTitle(blocks, declared.metadata.title);
      finishArticle(blocks, baseUrl, pageUrl);
      if (page.isCut) appendNote(blocks, cutNote());
      if (inlineImages !== null) nameInlineImages(blocks, inlineImages);
      return sanitise(blocks);
    } catch {
      warnings.add('text-only');
      return textAsArticle(blocks);
    }
  });
  const { metadata, origins, article } = steps.run('count', () => {
    const found = metadataOfArticle(withOpening(declared, extraction.opening), text);
    return { ...found, article: fragment && describeArticle(fragment, found.metadata.lang) };
  });

  return {
    metadata,
    article,
    report: {
      durationsMs: steps.durationsMs,
      words: article?.wordCount ?? 0,
      imagesKept: 0,
      imagesDropped: 0,
      warnings: [...warnings],
      repaired,
      cleaned: extraction.cleaned,
      ...(ruled?.applied && { rules: ruled.applied }),
      ...(extraction.chosen && { chosen: extraction.chosen }),
      ...(extraction.joined !== undefined && { joined: extraction.joined }),
      ...(extraction.restored !== undefined && { restored: extraction.restored }),
      origins,
      ...(extraction.kind && { kind: extraction.kind }),
    },
    ...(article && ruled?.structure && { structure: ruled.structure }),
  };
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
    return { metadata, origins: {}, types: [], articleText: '' };
  }
}

/** Of a thread, what readers see in its first post comes before what they see elsewhere. */
function withOpening({ metadata, origins, ...page }: PageMetadata, opening?: Signs): PageMetadata {
  const isOpen = (origin: MetadataSource | undefined) =>
    origin === undefined || origin === 'visible';
  const author = isOpen(origins.authors) ? (opening?.author ?? null) : null;
  const time = isOpen(origins.published) ? (opening?.time ?? null) : null;
  const published = time === null ? null : dateOf(time.dateTime ?? time.text);
  return {
    ...page,
    metadata: {
      ...metadata,
      ...(author !== null && { authors: [author] }),
      ...(published !== null && { published }),
    },
    origins: {
      ...origins,
      ...(author !== null && { authors: 'visible' as const }),
      ...(published !== null && { published: 'visible' as const }),
    },
  };
}

/** The language and the direction are those of the article, also where the page has others. */
function metadataOfArticle(
  { metadata, origins }: PageMetadata,
  text: string,
): Pick<PageMetadata, 'metadata' | 'origins'> {
  const language = languageOfArticle(`${metadata.title} ${text.trimStart()}`, metadata);
  const isDeclared = language.lang === metadata.lang;
  return {
    metadata: { ...metadata, ...language },
    origins: isDeclared ? origins : { ...origins, lang: 'visible' },
  };
}

/** Runs the named steps of one capture and records their durations in milliseconds. */
export interface StepTimer {
  run<T>(name: CaptureStep, step: () => T): T;
  readonly durationsMs: Readonly<Partial<Record<CaptureStep, number>>>;
}

/** `now` is a monotonic clock in milliseconds. Durations of repeated steps are added up. */
function createStepTimer(now: () => number): StepTimer {
  const durationsMs: Partial<Record<CaptureStep, number>> = {};
  return {
    durationsMs,
    run(name, step) {
      const startedAt = now();
      try {
        return step();
      } finally {
        durationsMs[name] = (durationsMs[name] ?? 0) + now() - startedAt;
      }
    },
  };
}
