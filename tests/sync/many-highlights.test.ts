// @module-tag full
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time';
import { connectClient } from '../../src/service';
import { readAnnotated } from '../../src/sync/highlights/read-annotations';
import { value } from '../library/library';
import { BASE } from '../server/support/test-server';
import { asReadeck } from './support/annotated-server';
import { useDevices } from './support/highlighted-page';
import { type Fetch, transport } from './support/world';

/** The number of highlights on the server. */
const COUNT = Number(process.env.LEAFMARK_HIGHLIGHTS ?? 1500);
const PER_PAGE = 10;
const PAGES = COUNT / PER_PAGE;

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const ARTICLE = `<section>${WORDS.map((word) => `<p>Chapter ${word} of it.</p>`).join('')}</section>`;

const my = useDevices();

beforeEach(async () => {
  const { t, userId } = my.world;
  for (let page = 0; page < PAGES; page += 1) {
    await t.storage.transaction(async ({ bookmarks, contents, annotations }) => {
      const url = `https://many.example/${page}`;
      const { key } = await bookmarks.create(userId, { url, title: url, hasArticle: true });
      await contents.put(key, { article: ARTICLE });
      for (const [at, word] of WORDS.entries()) {
        const selector = `section[1]/p[${at + 1}]`;
        await annotations.create(key, {
          startSelector: selector,
          endSelector: selector,
          position: at * 20,
          startOffset: 8,
          endOffset: 8 + word.length,
          text: word,
          color: 'red',
          note: '',
          review: '',
          quote: { exact: word, prefix: 'Chapter ', suffix: ' of it. Chapter' },
        });
      }
    });
  }
});

const isForHighlights = ({ method, url }: Request, body: string) =>
  method === 'POST' && url.endsWith('/bookmarks/sync') && !body.includes('with_json');

/** Breaks off each stream of highlights until `times` are broken, after a part of its bytes. */
const breaking =
  (times: number, counted: { streams: number }) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const isMeant = isForHighlights(request, await request.clone().text());
    const answer = await fetch(request);
    if (!isMeant) return answer;
    counted.streams += 1;
    if (counted.streams > times) return answer;
    const bytes = await answer.bytes();
    const { status, headers } = answer;
    return new Response(bytes.slice(0, Math.ceil(bytes.length / 3)), { status, headers });
  };

const counts = async () => {
  const { highlights, highlightShadows, shadows } = my.one.tables;
  const pending = await shadows.where('annotations').above('').count();
  return {
    rows: await highlights.count(),
    states: await highlightShadows.count(),
    pending,
  };
};

describe('all highlights of a large library', () => {
  it('arrive once, and a broken connection costs only the rest of one bookmark', async () => {
    const breaks = 3;
    const counted = { streams: 0 };
    my.through = breaking(breaks, counted);
    const here: number[] = [];
    for (let turn = 0; turn < breaks; turn += 1) {
      expect(await my.one.round()).toMatchObject({ stop: { kind: 'offline' } });
      here.push((await counts()).rows);
      my.world.advance(MINUTE_MS);
    }
    // About a third of those of a hundred bookmarks are in the part that arrived.
    expect(here[0]).toBeGreaterThan(20 * PER_PAGE);
    expect(here[0]).toBeLessThan(50 * PER_PAGE);
    expect(here).toEqual([...here].sort((a, b) => a - b));
    expect(new Set(here).size).toBe(breaks);
    const startedAt = performance.now();
    expect(await my.one.round()).toMatchObject({ kind: 'done' });
    console.info(
      `${COUNT - here.at(-1)!} highlights in ${Math.round(performance.now() - startedAt)} ms`,
    );
    expect(await counts()).toEqual({ rows: COUNT, states: COUNT, pending: 0 });
    expect(counted.streams).toBeLessThanOrEqual(breaks + Math.ceil(PAGES / 100) + 1);
    const before = counted.streams;
    expect(await my.one.round()).toMatchObject({ kind: 'done' });
    expect(counted.streams).toBe(before);
  }, 1_800_000);

  it('arrive once from a server that sends them bookmark by bookmark', async () => {
    let lists = 0;
    my.through = (fetch) => async (input, init) => {
      const request = new Request(input, init);
      if (request.url.includes('/api/bookmarks/annotations')) lists += 1;
      return asReadeck(fetch)(request);
    };
    const startedAt = performance.now();
    expect(await my.one.round()).toMatchObject({ kind: 'done' });
    console.info(`${COUNT} highlights in ${Math.round(performance.now() - startedAt)} ms`);
    expect(await counts()).toEqual({ rows: COUNT, states: COUNT, pending: 0 });
    const [row] = await my.one.tables.highlights.toArray();
    expect(row!.quote).toMatchObject({ prefix: expect.stringMatching(/Chapter $/) });
    // The list of all is read once, in pages of fifty.
    expect(lists).toBe(COUNT / 50);
  }, 1_800_000);
});

it('reads no more of a long list of highlights than its first page', async () => {
  const asked: string[] = [];
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    asked.push(new URL(request.url).pathname);
    return my.world.fetch(request);
  };
  const { token, now } = my.world;
  const client = connectClient({ base: BASE, token }, transport(fetch, now));
  const asking = { server: { client }, signal: new AbortController().signal };
  expect(value(await readAnnotated(asking, 2))).toBeNull();
  expect(asked).toHaveLength(1);
});
