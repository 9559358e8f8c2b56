import { describe, expect, it, vi } from 'vitest';
import { captureDocument } from '../../../src/capture';
import type * as Boxes from '../../../src/capture/clean/boxes';
import { cleanArticle } from '../../../src/capture/clean/clean-article';
import { openHtml } from '../../../src/capture/open-html';

const { watched } = vi.hoisted(() => ({ watched: { isWatching: false, reads: 0 } }));
vi.mock('../../../src/capture/clean/boxes', async (importOriginal) => {
  const boxes = await importOriginal<typeof Boxes>();
  const measureBoxes: typeof boxes.measureBoxes = (...args) => {
    const root = boxes.measureBoxes(...args);
    return watched.isWatching ? observed(root) : root;
  };
  return { ...boxes, measureBoxes };
});

const URL = 'https://garden.example/2024/ferns';
const PAGE = {
  url: URL,
  title: 'Ferns',
  siteName: 'Garden',
  authors: ['Ann Lee'],
  canonicalUrl: null,
  published: null,
  articleText: '',
};
const SENTENCE = 'Ferns grow where little light falls, and they have done so for a very long time.';
const LAST = 'In winter they rest below the snow, and nobody who walks past them would notice.';

interface LongArticle {
  readonly of: string;
  /** The markup between the first and the last sentence, which is repeated. */
  readonly part: string;
  readonly times: number;
  /** True if each of these parts is removed. */
  readonly isRemoved: boolean;
}

const LONG: readonly LongArticle[] = [
  { of: 'paragraphs', part: `<p>${SENTENCE}</p>`, times: 20_000, isRemoved: false },
  { of: 'short blocks', part: '<div>fern</div>', times: 20_000, isRemoved: false },
  { of: 'empty blocks', part: '<p></p>', times: 20_000, isRemoved: false },
  { of: 'lines', part: 'fern<br>', times: 20_000, isRemoved: false },
  { of: 'words', part: 'fern ', times: 200_000, isRemoved: false },
  {
    of: 'links to other articles',
    part: '<p><a href="/2024/moss">The moss of the north</a></p>',
    times: 10_000,
    isRemoved: true,
  },
  {
    of: 'share bars',
    part: '<div class="share">Share</div>',
    times: 20_000,
    isRemoved: true,
  },
  {
    of: 'figures without their image',
    part: '<figure><figcaption>A fern</figcaption></figure>',
    times: 10_000,
    isRemoved: true,
  },
];

const withParts = (part: string, times: number): string =>
  `<body><p>${SENTENCE}</p>${part.repeat(times)}<p>${LAST}</p>`;

/** Wraps plain objects and arrays, and whatever is read from them, and counts each read. */
function observed<T>(value: T, known = new WeakMap<object, object>()): T {
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value ?? '') === Object.prototype;
  if (!isPlain) return value;
  const target = value as T & object;
  const proxy =
    known.get(target) ??
    new Proxy(target, {
      get(object, key, receiver) {
        watched.reads += 1;
        return observed(Reflect.get(object, key, receiver), known);
      },
    });
  known.set(target, proxy);
  return proxy as T;
}

/** Counts the properties of boxes that the rules read while they clean an article. */
function readsToClean(html: string): number {
  const { document } = openHtml(html, URL);
  watched.reads = 0;
  watched.isWatching = true;
  cleanArticle(document.body, PAGE);
  watched.isWatching = false;
  return watched.reads;
}

describe('a long article', () => {
  it.each(LONG)('of twice as many $of takes twice as many looks at them', ({ part }) => {
    const reads = readsToClean(withParts(part, 600));
    expect(reads).toBeGreaterThan(0);
    expect(reads / readsToClean(withParts(part, 300))).toBeLessThan(2.3);
  });

  it.each(LONG)('of $times $of is cleaned', ({ part, times, isRemoved }) => {
    const { document } = openHtml(withParts(part, times), URL);
    const before = document.body.textContent;
    cleanArticle(document.body, PAGE);
    expect(document.body.textContent).toBe(isRemoved ? `${SENTENCE}${LAST}` : before);
  });

  it('in 2,000 boxes, each with a line of its own, is captured', () => {
    const text = `<p>${SENTENCE}</p>`.repeat(8);
    const html = `<body>${'<div>A line about ferns and moss.'.repeat(2_000)}${text}<p>${LAST}</p>`;
    const { document, window } = openHtml(html, URL);
    const outcome = captureDocument(document, { window });
    const article = outcome.kind === 'captured' ? outcome.capture.article : null;
    expect(article?.html).toContain(LAST);
  });
});
