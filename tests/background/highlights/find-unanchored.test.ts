import { beforeEach, describe, expect, it } from 'vitest';
import { findUnanchored } from '../../../src/background/highlights/find-unanchored';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { HighlightId, Quote } from '../../../src/domain/highlight';
import { type HighlightRepository, highlightRepository } from '../../../src/library';
import { newHighlightShadow } from '../../../src/library/database/highlight-shadow';
import {
  address,
  capture,
  page,
  type TestLibrary,
  testLibrary,
  value,
} from '../../library/library';

let test: TestLibrary;
let highlights: HighlightRepository;
beforeEach(async () => {
  test = await testLibrary();
  highlights = test.library.part(highlightRepository);
});

const HTML = '<p>The harbour froze in January.</p><p>Boats stood in the ice like chairs.</p>';
const running = () => new AbortController().signal;

const save = async (url: string, html = HTML) =>
  value(await test.library.bookmarks.save(page({ url, html }))).bookmark.id;

/** Writes a highlight as a sync does. */
async function receive(bookmarkId: BookmarkId, quote: Partial<Quote>): Promise<HighlightId> {
  const written = await test.library.sync.highlightTransaction(bookmarkId, (tx) => {
    const highlight = {
      id: tx.newId(),
      bookmarkId,
      review: '',
      isNoteOnly: false,
      refused: [],
      color: 'red',
      note: '',
      quote: { exact: '', prefix: '', suffix: '', ...quote },
      position: null,
      doubt: 'unanchored' as const,
      created: tx.now,
      updated: tx.now,
    };
    tx.put(highlight, newHighlightShadow(highlight));
    return highlight.id;
  });
  return value(written);
}

describe('the search for received highlights', () => {
  it('stores where they are, and lists those that are lost', async () => {
    const [one, two] = [await save('https://example.org/1'), await save('https://example.org/2')];
    const found = await receive(one, { exact: 'froze in January' });
    const lost = await receive(one, { exact: 'Nobody has written these words' });
    const other = await receive(two, { exact: 'in the ice', prefix: 'Boats stood ' });
    await findUnanchored(test.library, running());
    expect(await highlights.get(found)).toMatchObject({
      position: { start: 10, rivalCount: 0 },
    });
    expect(await highlights.get(found)).not.toHaveProperty('doubt');
    expect(await highlights.get(lost)).toMatchObject({ position: null, doubt: 'detached' });
    expect(await highlights.get(other)).toMatchObject({ position: { start: 35 } });
    expect(await highlights.nextUnanchored()).toBeNull();
  });

  it('stores on which page of a document they are', async () => {
    const id = await save(
      'https://example.org/1.pdf',
      '<p id="page-1">The harbour froze in January.</p><p id="page-2">Boats stood in the ice.</p>',
    );
    const boats = await receive(id, { exact: 'Boats stood' });
    const plain = await receive(await save('https://example.org/2'), { exact: 'Boats stood' });
    await findUnanchored(test.library, running());
    expect((await highlights.get(boats))?.position?.page).toBe(2);
    expect((await highlights.get(plain))?.position).not.toHaveProperty('page');
  });

  it('remembers that one was unsure when the article is replaced', async () => {
    const url = 'https://example.org/1';
    const line = '<p>The harbour froze in the second week of January.</p>';
    const one = await save(url, `${line.repeat(3)}<p>The end.</p>`);
    const exact = 'froze in the second week';
    const id = await receive(one, { exact, prefix: 'The harbour ', suffix: ' of January.' });
    await findUnanchored(test.library, running());
    expect(await highlights.get(id)).toMatchObject({ position: null, doubt: 'unsure' });
    const others = '<p>Boats stood in the ice like chairs around a table.</p>'.repeat(2);
    const again = capture({ url, html: `${line}${others}<p>The end.</p>` });
    value(await test.library.bookmarks.recapture(one, again));
    expect(await highlights.get(id)).toMatchObject({ doubt: 'unanchored-unsure' });
    await findUnanchored(test.library, running());
    expect(await highlights.get(id)).toMatchObject({ position: null, doubt: 'unsure' });
  });

  it('goes on at the next call after it was stopped', async () => {
    const id = await save('https://example.org/1', HTML.repeat(3000));
    const lost = await receive(id, { exact: 'Nobody has written these words' });
    const stopping = new AbortController();
    const search = findUnanchored(test.library, stopping.signal);
    stopping.abort();
    await search;
    expect(await highlights.get(lost)).toMatchObject({ doubt: 'unanchored' });
    await findUnanchored(test.library, running());
    expect(await highlights.get(lost)).toMatchObject({ doubt: 'detached' });
  });

  it('leaves those of a bookmark without an article alone', async () => {
    const { bookmark } = value(
      await test.library.bookmarks.save(address({ url: 'https://example.org/a' })),
    );
    const id = await receive(bookmark.id, { exact: 'froze in January' });
    await findUnanchored(test.library, running());
    expect(await highlights.get(id)).not.toHaveProperty('doubt');
  });

  it('does not hide that it failed', async () => {
    const id = await save('https://example.org/1');
    await receive(id, { exact: 'froze in January' });
    const broken = {
      ...test.library,
      part: test.library.part,
      articles: {
        ...test.library.articles,
        get: async () => {
          throw new TypeError('a bug');
        },
      },
    };
    await expect(findUnanchored(broken, running())).rejects.toThrow('a bug');
  });
});
