import { Readability } from '@mozilla/readability';
import { type CaptureStep, type CaptureWarning, countWords, readingTimeMinutes } from '../domain';
import type { CapturedArticle, CaptureOutcome, Metadata, WantedImage } from './capture';
import { readMetadata } from './metadata';
import { sanitiseArticle } from './sanitise';

const MAX_EXCERPT_LENGTH = 10_000;

export interface CaptureOptions {
  /** The text that is selected in the page; empty when none is. */
  readonly selection?: string;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Captures `document` as it is now, on a clone: the document itself is not changed. */
export function captureDocument(document: Document, options: CaptureOptions = {}): CaptureOutcome {
  const url = document.URL;
  if (document.contentType === 'application/pdf') {
    return { kind: 'not-capturable', url, title: document.title, reason: 'pdf' };
  }
  if (!/html/.test(document.contentType)) {
    return { kind: 'not-capturable', url, title: document.title, reason: 'not-html' };
  }
  const now = options.now ?? (() => performance.now());
  const durationsMs: Partial<Record<CaptureStep, number>> = {};
  const warnings: CaptureWarning[] = [];
  const step = <T>(name: CaptureStep, work: () => T): T => {
    const start = now();
    const result = work();
    durationsMs[name] = now() - start;
    return result;
  };
  const clone = step('clone', () => document.cloneNode(true) as Document);
  const metadata = step('metadata', () => readMetadata(clone, document.baseURI));
  const content = step('extract', () => {
    const parsed = new Readability<Node>(clone, { serializer: (node) => node }).parse();
    return parsed?.content ?? null;
  });
  if (content === null) warnings.push('not-readable');
  const fragment = content && step('sanitise', () => sanitiseArticle(content));
  const article = fragment && step('count', () => describeArticle(fragment, metadata));
  return {
    kind: 'captured',
    capture: {
      url,
      metadata,
      article,
      excerpt: (options.selection ?? '').slice(0, MAX_EXCERPT_LENGTH),
      report: {
        durationsMs,
        words: article?.wordCount ?? 0,
        imagesKept: 0,
        imagesDropped: 0,
        warnings,
      },
    },
  };
}

function describeArticle(fragment: DocumentFragment, metadata: Metadata): CapturedArticle | null {
  const text = fragment.textContent?.trim() ?? '';
  if (text === '') return null;
  const holder = fragment.ownerDocument.createElement('div');
  holder.append(fragment);
  const wordCount = countWords(text, metadata.lang);
  return {
    html: holder.innerHTML,
    textLength: text.length,
    wordCount,
    readingTimeMinutes: readingTimeMinutes(wordCount, metadata.lang),
    images: [...holder.querySelectorAll('img[src]')].map(wantedImage),
  };
}

function wantedImage(image: Element): WantedImage {
  return {
    url: image.getAttribute('src') ?? '',
    width: Number(image.getAttribute('width')) || null,
    height: Number(image.getAttribute('height')) || null,
  };
}
