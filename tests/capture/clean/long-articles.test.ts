import { describe, expect, it } from 'vitest';
import { openHtml } from '../../../server/extraction/reading/server-dom';
import { captureDocument } from '../../../src/capture';
import { CLEANING_STAGES, cleanArticle } from '../../../src/capture/clean/clean-article';
import type { CleaningStage } from '../../../src/capture/clean/stage';
import type { CleanedKind } from '../../../src/domain';

const URL = 'https://garden.example/2024/ferns';
const PAGE = {
  url: URL,
  title: 'Ferns',
  siteName: 'Garden',
  authors: ['Ann Lee'],
  canonicalUrl: null,
  articleText: '',
};
const SENTENCE = 'Ferns grow where little light falls, and they have done so for a very long time.';
const LAST = 'In winter they rest below the snow, and nobody who walks past them would notice.';

interface LongArticle {
  readonly of: string;
  /** The markup between the first and the last sentence, which is repeated. */
  readonly part: string;
  readonly times: number;
  /** The removed blocks; null if nothing is removed. */
  readonly removed: readonly [kind: CleanedKind, blocks: number] | null;
}

const LONG: readonly LongArticle[] = [
  { of: 'paragraphs', part: `<p>${SENTENCE}</p>`, times: 20_000, removed: null },
  { of: 'short blocks', part: '<div>fern</div>', times: 20_000, removed: null },
  { of: 'empty blocks', part: '<p></p>', times: 20_000, removed: null },
  { of: 'lines', part: 'fern<br>', times: 20_000, removed: null },
  { of: 'words', part: 'fern ', times: 200_000, removed: null },
  {
    of: 'links to other articles',
    part: '<p><a href="/2024/moss">The moss of the north</a></p>',
    times: 10_000,
    removed: ['related', 10_000],
  },
  {
    of: 'share bars',
    part: '<div class="share">Share</div>',
    times: 20_000,
    removed: ['share', 20_000],
  },
  {
    of: 'figures without their image',
    part: '<figure><figcaption>A fern</figcaption></figure>',
    times: 10_000,
    removed: ['captions', 10_000],
  },
];

const withParts = (part: string, times: number): string =>
  `<body><p>${SENTENCE}</p>${part.repeat(times)}<p>${LAST}</p>`;

/** Wraps plain objects and arrays, and whatever is read from them. `onRead` is called for each read. */
function observed<T>(value: T, onRead: () => void, known = new WeakMap<object, object>()): T {
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value ?? '') === Object.prototype;
  if (!isPlain) return value;
  const target = value as T & object;
  const proxy =
    known.get(target) ??
    new Proxy(target, {
      get(object, key, receiver) {
        onRead();
        return observed(Reflect.get(object, key, receiver), onRead, known);
      },
    });
  known.set(target, proxy);
  return proxy as T;
}

/** Counts the properties of boxes that the stages read while they clean an article. */
function readsToClean(html: string): number {
  let reads = 0;
  const known = new WeakMap<object, object>();
  const watch = <T>(value: T): T => observed(value, () => (reads += 1), known);
  const stages = CLEANING_STAGES.map(
    (stage): CleaningStage => ({
      ...stage,
      removes: (box, context) => stage.removes(watch(box), watch(context)),
    }),
  );
  const { document } = openHtml(html, URL);
  cleanArticle(document.body, PAGE, { stages });
  return reads;
}

describe('a long article', () => {
  it.each(LONG)('of twice as many $of takes twice as many looks at them', ({ part }) => {
    const reads = readsToClean(withParts(part, 600));
    expect(reads).toBeGreaterThan(0);
    expect(reads / readsToClean(withParts(part, 300))).toBeLessThan(2.3);
  });

  it.each(LONG)('of $times $of is cleaned', ({ part, times, removed }) => {
    const { document } = openHtml(withParts(part, times), URL);
    const { parts } = cleanArticle(document.body, PAGE);
    expect(parts.map(({ kind, blocks }) => [kind, blocks])).toEqual(removed ? [removed] : []);
    expect(document.body.textContent).toContain(LAST);
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
