import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSyncPart, type SyncPart } from '../../../src/contract';
import { LIMITS, readSyncParts, type SyncedBookmark, syncBookmarks } from '../../../src/service';
import { good } from '../support/good';

const BOUNDARY = 'b-1';
const IDS = ['YcVfxkQb6JRzqk5kF2tNLv', '4kqFVxJDKzgc5cXhMN5Dyh', 'Qm8wRt2LnVx3Yb7KpZc5Df'];

interface Sent {
  readonly id: string;
  readonly title: string;
  readonly html: string;
  readonly image: Uint8Array;
}

const headOf = (bookmarkId: string, type: SyncPart['type']) =>
  formatSyncPart({
    bookmarkId,
    type,
    contentType: 'a/b',
    filename: 'f',
    location: null,
    created: 0,
    updated: 0,
    path: null,
    group: null,
    length: null,
  });

const infoOf = ({ id, title }: Sent) => ({
  id,
  title,
  href: '',
  created: '',
  updated: '',
  state: 0,
  url: 'https://example.org/',
});

/** The complete stream of `bookmarks`. */
function streamOf(bookmarks: readonly Sent[]): Buffer {
  const part = (head: string, body: string | Uint8Array) => [
    Buffer.from(`--${BOUNDARY}\r\n${head}`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ];
  return Buffer.concat([
    ...bookmarks.flatMap((bookmark) => [
      ...part(headOf(bookmark.id, 'json'), JSON.stringify(infoOf(bookmark))),
      ...part(headOf(bookmark.id, 'html'), bookmark.html),
      ...part(headOf(bookmark.id, 'resource'), bookmark.image),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

/** A response whose bytes arrive in pieces that end at `cuts`. */
function answerOf(bytes: Uint8Array, cuts: readonly number[] = [], fails = false) {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(new Uint8Array(piece));
      else if (fails) controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
  return {
    headers: new Headers({ 'Content-Type': `multipart/mixed; boundary="${BOUNDARY}"` }),
    body,
  };
}

const seen = ({ id, info, html, resources }: SyncedBookmark) => ({
  id,
  title: info?.title,
  html,
  image: [...(resources[0]?.bytes ?? [])],
});

/** More than any of these streams has. */
const MAX_BOOKMARKS = 100;

const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...'\r\n-b1'), fc.string({ unit: 'grapheme' })),
});
const isNoBoundary = (bytes: string | Uint8Array) =>
  !`\r\n${Buffer.from(bytes).toString('latin1')}`.includes(`\r\n--${BOUNDARY}`);
const bookmarks = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(...IDS),
    title: text,
    html: text.filter(isNoBoundary),
    image: fc.uint8Array().filter(isNoBoundary),
  }),
  { selector: ({ id }) => id },
);

describe('a sync stream', () => {
  it('returns the same bookmarks for any division of its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(bookmarks, fc.array(fc.nat(5000), { maxLength: 40 }), async (sent, cuts) => {
        const got = await Array.fromAsync(
          syncBookmarks(answerOf(streamOf(sent), cuts), MAX_BOOKMARKS),
        );
        expect(got.map((one) => seen(good(one)))).toEqual(
          sent.map(({ image, ...rest }) => ({ ...rest, image: [...image] })),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('returns the same when each byte arrives alone', async () => {
    const sent = IDS.map((id) => ({
      id,
      title: 'ü🙂',
      html: '<p>ü🙂\r\n--</p>',
      image: Buffer.from('\r\n--b-'),
    }));
    const bytes = streamOf(sent);
    const each = Array.from(bytes, (_, index) => index);
    const got = await Array.fromAsync(syncBookmarks(answerOf(bytes, each), MAX_BOOKMARKS));
    expect(got.map((one) => seen(good(one)))).toEqual(
      sent.map((one) => ({ ...one, image: [...one.image] })),
    );
  });

  it.each([
    ['ends', false],
    ['fails', true],
  ])('that %s at any byte is reported and returns no partial bookmark', async (_, fails) => {
    const sent = IDS.map((id) => ({ id, title: 'a', html: '<p>', image: Buffer.from('PNG') }));
    const bytes = streamOf(sent);
    for (let length = 0; length < bytes.length - 2; length++) {
      const got = await Array.fromAsync(
        syncBookmarks(answerOf(bytes.subarray(0, length), [100], fails), MAX_BOOKMARKS),
      );
      expect(got.pop()).toEqual({ ok: false, error: { kind: 'interrupted' } });
      expect(got.map((one) => seen(good(one)))).toEqual(
        sent.slice(0, got.length).map((one) => ({ ...one, image: [...one.image] })),
      );
    }
  });

  it('is read with its annotations and without parts of unknown types', async () => {
    const id = IDS[0]!;
    const part = (head: string, body: string) => `--${BOUNDARY}\r\n${head}${body}\r\n`;
    const info = JSON.stringify(infoOf({ id, title: 'a', html: '', image: Buffer.alloc(0) }));
    const annotation = {
      id,
      start_selector: 'p[1]',
      start_offset: 0,
      end_selector: 'p[1]',
      end_offset: 3,
      created: '2026-01-02T03:04:05Z',
      text: 'The',
      color: 'red',
      note: '',
    };
    const annotations = JSON.stringify([annotation]);
    const bytes = Buffer.from(
      [
        part(headOf(id, 'annotations'), annotations),
        part(headOf(id, 'json'), info),
        part(headOf(id, 'json').replace('Type: json', 'Type: hologram'), '{'.repeat(2000)),
        part(headOf(id, 'html'), '<p>'),
        `--${BOUNDARY}--\r\n`,
      ].join(''),
    );
    // Unknown parts do not count towards the bookmark's size.
    const limits = { ...LIMITS, maxBookmarkBytes: annotations.length + info.length + 3 * 700 };
    const got = await Array.fromAsync(
      syncBookmarks(answerOf(bytes, [10, 500, 2600]), MAX_BOOKMARKS, limits),
    );
    expect(got.map(good)).toMatchObject([
      { id, html: '<p>', annotations: [annotation], resources: [], unusable: [] },
    ]);
  });

  it('reports annotations that cannot be parsed as a whole, so that none counts as deleted', async () => {
    const id = IDS[0]!;
    const part = `--${BOUNDARY}\r\n${headOf(id, 'annotations')}[{"id":"${id}"}]\r\n`;
    const got = await Array.fromAsync(
      syncBookmarks(answerOf(Buffer.from(`${part}--${BOUNDARY}--\r\n`)), MAX_BOOKMARKS),
    );
    expect(got.map(good)).toMatchObject([
      { id, annotations: null, unusable: [{ what: 'annotations', why: 'malformed' }] },
    ]);
  });

  it('ends with an error when it has many more bookmarks than were requested', async () => {
    const one = { title: 'a', html: '<p>', image: Buffer.alloc(1) };
    const sent = Array.from({ length: 300 }, (_, n) => ({ id: IDS[n % 2]!, ...one }));
    const got = await Array.fromAsync(syncBookmarks(answerOf(streamOf(sent)), 2));
    expect(got).toHaveLength(103);
    expect(got.at(-1)).toMatchObject({ error: { kind: 'malformed' } });
  });

  it('is complete when it is empty', async () => {
    expect(await Array.fromAsync(syncBookmarks(answerOf(streamOf([])), MAX_BOOKMARKS))).toEqual([]);
  });

  it('is malformed without a boundary, or with something else in its place', async () => {
    const { body } = answerOf(streamOf([]));
    expect(await Array.fromAsync(readSyncParts({ headers: new Headers(), body }))).toEqual([
      { ok: false, error: { kind: 'malformed', issues: ['no boundary'] } },
    ]);
    const garbled = answerOf(Buffer.from(`--${BOUNDARY}garbage\r\n\r\n`));
    expect(await Array.fromAsync(readSyncParts(garbled))).toMatchObject([
      { error: { kind: 'malformed' } },
    ]);
  });

  it('drops the parts of a bookmark that exceed the limit and continues', async () => {
    const sent = IDS.map((id, n) => ({
      id,
      title: 'a',
      html: '<p>',
      image: Buffer.alloc(n === 1 ? 5000 : 50),
    }));
    const limits = { ...LIMITS, maxBookmarkBytes: 3000 };
    const got = await Array.fromAsync(
      syncBookmarks(answerOf(streamOf(sent), [700, 2000, 3000]), MAX_BOOKMARKS, limits),
    );
    expect(got.map((one) => good(one).unusable.map(({ why }) => why))).toEqual([
      [],
      ['too-large'],
      [],
    ]);
    expect(got.map((one) => good(one).resources.length)).toEqual([1, 0, 1]);
  });

  it.each([
    ['short', ''],
    ['long', 'x'.repeat(10_000)],
  ])('keeps no endless number of empty parts of a bookmark with %s names', async (_, name) => {
    const head = headOf(IDS[0]!, 'resource').replace('Filename: f', `Filename: f${name}`);
    const parts = `--${BOUNDARY}\r\n${head}\r\n`.repeat(2000);
    const bytes = Buffer.from(`${parts}--${BOUNDARY}--\r\n`);
    const limits = { ...LIMITS, maxBookmarkBytes: 100_000 };
    const [one, ...more] = await Array.fromAsync(syncBookmarks(answerOf(bytes), 1, limits));
    expect(more).toEqual([]);
    const { resources, unusable } = good(one!);
    const size = resources.reduce((sum, { part }) => sum + (part.filename?.length ?? 0) + 500, 0);
    expect(size).toBeLessThan(100_000);
    expect(unusable).toEqual([expect.objectContaining({ what: 'resource', why: 'too-large' })]);
  });

  it('is cancelled when the caller stops', async () => {
    let cancelled = false;
    const { headers, body } = answerOf(
      streamOf(IDS.map((id) => ({ id, title: '', html: '', image: new Uint8Array() }))),
    );
    const watched = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        for await (const chunk of body) controller.enqueue(chunk);
      },
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const _ of syncBookmarks({ headers, body: watched }, MAX_BOOKMARKS)) break;
    expect(cancelled).toBe(true);
  });
});
