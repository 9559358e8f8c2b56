import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { annotateArticle } from '../../../server/articles/render-article';
import {
  createHighlight,
  findReanchoring,
  HighlightsChanged,
  reanchorHighlights,
} from '../../../server/highlights';
import type { BookmarkRow, UserRow } from '../../../server/storage';
import { type AnnotationInfo, parsePageHeaders } from '../../../src/contract';
import { describeOnDatabases } from '../storage/support/databases';
import { addArticle } from '../support/library';
import { startServer, type TestServer } from '../support/test-server';

const ARTICLE =
  '<section><h2>Apples 🍎 and pears</h2><p>One <b>two</b> three.</p><p>Four five.</p></section>';

/** Returns a range within one element. */
const within = (selector: string, from: number, to: number) => ({
  start_selector: selector,
  start_offset: from,
  end_selector: selector,
  end_offset: to,
});
const P1 = 'section[1]/p[1]';

describeOnDatabases('annotations on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  let bookmark: BookmarkRow;
  let path: string;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser();
    token = await t.tokenOf(ada);
  });
  beforeEach(async () => {
    bookmark = await addArticle(t, ada, ARTICLE, { title: 'Fruit', siteName: 'Garden' });
    path = `/api/bookmarks/${bookmark.id}/annotations`;
  });
  afterAll(() => t.remove());

  const create = (json: object, as = token) =>
    t.send('POST', path, { token: as, json: { color: 'yellow', ...json } });
  const created = async (json: object): Promise<AnnotationInfo> => {
    const answer = await create(json);
    expect(answer.status).toBe(201);
    return (await answer.json()) as AnnotationInfo;
  };
  const list = async () =>
    (await (await t.send('GET', path, { token })).json()) as AnnotationInfo[];
  const rendered = async () =>
    annotateArticle(ARTICLE, await t.storage.annotations.list(bookmark.key));

  it('are created from a range and return its text', async () => {
    t.advance(1000);
    const answer = await create({ ...within(P1, 4, 13), note: ' Why? ' });
    const made = (await answer.json()) as AnnotationInfo;
    expect(made).toEqual({
      id: expect.any(String),
      ...within(P1, 4, 13),
      created: new Date(t.server.now()).toISOString().replace('.000', ''),
      text: 'two three',
      color: 'yellow',
      note: 'Why?',
      review: '',
    });
    expect(answer.headers.get('Location')).toBe(`http://leafmark.test${path}/${made.id}`);
    const row = await t.storage.bookmarks.find(ada.id, bookmark.id);
    expect(row?.updated).toBeGreaterThan(bookmark.updated);
  });

  it('count in code points', async () => {
    const made = await created(within('section[1]/h2[1]', 9, 18));
    expect(made.text).toBe('and pears');
  });

  it('are listed in the order of the text', async () => {
    const later = await created(within('section[1]/p[2]', 0, 4));
    const first = await created(within('section[1]/h2[1]', 0, 6));
    expect(await list()).toEqual([first, later]);
  });

  it.each([
    [
      'an element that does not exist',
      within('section[1]/p[9]', 0, 1),
      'element "section[1]/p[9]" not found',
    ],
    ['an invalid path', within('//p[', 0, 1), 'element "//p[" not found'],
    ['an offset behind the end', within(P1, 0, 99), 'index "99" is out of range'],
    ['an end before the start', within(P1, 5, 2), 'invalid range'],
  ])('refuse %s', async (__, range, message) => {
    const answer = await create(range);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ status: 400, message });
  });

  it('refuse elements without text', async () => {
    const { id } = await addArticle(t, ada, '<section><p></p></section>');
    const answer = await t.send('POST', `/api/bookmarks/${id}/annotations`, {
      token,
      json: { ...within(P1, 0, 0), color: 'red' },
    });
    expect(await answer.json()).toEqual({ status: 400, message: 'no text nodes in range' });
  });

  it('may touch but not overlap', async () => {
    await created(within(P1, 4, 7));
    const answer = await create(within(P1, 6, 9));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ status: 400, message: 'overlapping annotation' });
    await created(within(P1, 7, 9));
    await created(within(P1, 0, 4));
  });

  it('do not overlap when two are created at the same time', async () => {
    const answers = await Promise.all([0, 1, 2, 3].map((at) => create(within(P1, at, at + 6))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
  });

  it('may overlap when they have a quote', async () => {
    await created(within(P1, 4, 7));
    const quote = { exact: 'two three', prefix: 'One ', suffix: '.' };
    const made = await created({ ...within(P1, 4, 13), quote });
    expect(made.quote).toEqual(quote);
    expect((await list()).map(({ text }) => text)).toEqual(['two', 'two three']);
  });

  it('are placed by their quote when the selectors lead elsewhere', async () => {
    const quote = { exact: 'Four five.', prefix: 'two three.', suffix: '' };
    const made = await created({ ...within(P1, 0, 3), quote });
    expect(made).toMatchObject({ ...within('section[1]/p[2]', 0, 10), text: 'Four five.' });
  });

  it.each([
    ['exact', 10_000],
    ['prefix', 1_000],
    ['suffix', 1_000],
  ])('refuse a quote whose %s is longer than %d characters', async (part, max) => {
    const quote = { exact: 'two', prefix: '', suffix: '' };
    const long = { ...quote, [part]: 'a'.repeat(max + 1) };
    const answer = await create({ ...within(P1, 4, 7), quote: long });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(`text must contain at most ${max} characters`);
    await created({ ...within(P1, 4, 7), quote: { ...quote, [part]: 'a'.repeat(max) } });
  });

  it('are placed while another user writes', async () => {
    let end = () => {};
    const isOver = new Promise<void>((resolve) => {
      end = resolve;
    });
    const writing = await new Promise<{ over: Promise<void> }>((resolve) => {
      const over: Promise<void> = t.storage.transaction(async ({ bookmarks }) => {
        await bookmarks.update(ada.id, bookmark.id, {});
        resolve({ over });
        await isOver;
      });
    });
    try {
      const sent = { ...within('section[7]', 0, 3), color: 'red' };
      const made = await createHighlight(t.server, ada.id, bookmark.id, sent);
      expect(made).toMatchObject({ ok: false, error: { kind: 'element-not-found' } });
    } finally {
      end();
      await writing.over;
    }
  });

  it('are placed again when the article changed before they are stored', async () => {
    const changed = '<section><p>New.</p><p>One <b>two</b> three.</p></section>';
    const { storage } = t;
    let isChanged = false;
    const made = await createHighlight(
      {
        articleWork: t.server.articleWork,
        storage: {
          ...storage,
          async transaction(work) {
            if (!isChanged) await storage.contents.put(bookmark.key, { article: changed });
            isChanged = true;
            return storage.transaction(work);
          },
        },
      },
      ada.id,
      bookmark.id,
      {
        ...within(P1, 4, 13),
        color: 'red',
        quote: { exact: 'two three', prefix: 'One ', suffix: '.' },
      },
    );
    expect(made).toMatchObject({ ok: true, value: { text: 'two three' } });
    const [row] = await storage.annotations.list(bookmark.key);
    expect(annotateArticle(changed, [row!])).toContain('>two</rd-annotation>');
  });

  it('keep their note unless it is changed', async () => {
    const { id } = await created({ ...within(P1, 0, 3), note: 'A note' });
    const update = async (json: object) => {
      const answer = await t.send('PATCH', `${path}/${id}`, { token, json });
      expect(answer.status).toBe(200);
      return (await answer.json()) as { annotations: AnnotationInfo[]; updated: string };
    };
    const { annotations, updated } = await update({ color: 'teal' });
    expect(annotations).toMatchObject([{ id, color: 'teal', note: 'A note' }]);
    const row = await t.storage.bookmarks.find(ada.id, bookmark.id);
    expect(Date.parse(updated)).toBe(row?.updated);
    expect((await update({ color: 'red', note: null })).annotations[0]?.note).toBe('A note');
    expect((await update({ color: 'red', note: '' })).annotations[0]?.note).toBe('');
  });

  it('keep the answer in the review unless it is changed, and refuse any other text', async () => {
    const { id, review } = await created({ ...within(P1, 0, 3), review: '2026-12-03/2' });
    expect(review).toBe('2026-12-03/2');
    const update = (json: object) => t.send('PATCH', `${path}/${id}`, { token, json });
    const reviewAfter = async (json: object) => {
      expect((await update({ color: 'red', ...json })).status).toBe(200);
      return (await list())[0]?.review;
    };
    expect(await reviewAfter({ note: 'Why?' })).toBe('2026-12-03/2');
    expect(await reviewAfter({ review: 'never/2026-12-01' })).toBe('never/2026-12-01');
    expect(await reviewAfter({ review: '' })).toBe('');
    for (const wrong of ['soon', '2026-12-03/0', '2026-12-03', 'never', '3/2026-12-03'])
      expect((await update({ color: 'red', review: wrong })).status).toBe(422);
  });

  it('are deleted once', async () => {
    const { id } = await created(within(P1, 0, 3));
    const remove = () => t.send('DELETE', `${path}/${id}`, { token });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('are listed for all bookmarks, newest first, with pages and a tag', async () => {
    const eve = await t.addUser('mallory');
    const hers = await t.tokenOf(eve);
    const article = await addArticle(t, eve, ARTICLE, { title: 'Fruit', siteName: 'Garden' });
    const own = `/api/bookmarks/${article.id}/annotations`;
    for (const at of [0, 4]) {
      t.advance(1000);
      await t.send('POST', own, { token: hers, json: { ...within(P1, at, at + 3), color: 'red' } });
    }
    const all = (query = '', headers = {}) =>
      t.send('GET', `/api/bookmarks/annotations${query}`, { token: hers, headers });
    const answer = await all('?limit=1');
    const [newest] = (await answer.json()) as Record<string, unknown>[];
    expect(newest).toEqual({
      id: expect.any(String),
      href: `http://leafmark.test${own}/${newest?.id}`,
      text: 'two',
      created: expect.any(String),
      color: 'red',
      note: '',
      bookmark_id: article.id,
      bookmark_href: `http://leafmark.test/api/bookmarks/${article.id}`,
      bookmark_url: 'https://example.org/page',
      bookmark_title: 'Fruit',
      bookmark_site_name: 'Garden',
    });
    expect(parsePageHeaders(answer.headers)).toMatchObject({ total: 2, pages: 2, current: 1 });
    const tag = { 'if-none-match': answer.headers.get('ETag') ?? '' };
    expect((await all('?limit=1', tag)).status).toBe(304);
    expect((await all('?limit=2', tag)).status).toBe(200);
    await t.send('DELETE', `${own}/${newest?.id}`, { token: hers });
    expect((await all('?limit=1', tag)).status).toBe(200);
  });

  it('are listed newest first, those of one second in the order in which they were made', async () => {
    const eve = await t.addUser('trent');
    const his = await t.tokenOf(eve);
    const article = await addArticle(t, eve, ARTICLE);
    // The three are made within one second, the last one a second later.
    t.advance(1000 - (t.server.now() % 1000));
    for (const [at, waitMs] of [
      [0, 0],
      [4, 400],
      [9, 400],
      [13, 1000],
    ] as const) {
      t.advance(waitMs);
      const json = { ...within(P1, at, at + 1), color: 'red' };
      const answer = await t.send('POST', `/api/bookmarks/${article.id}/annotations`, {
        token: his,
        json,
      });
      expect(answer.status).toBe(201);
    }
    const texts = async (query: string) => {
      const answer = await t.send('GET', `/api/bookmarks/annotations${query}`, { token: his });
      return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
    };
    expect(await texts('')).toEqual(['.', 'O', 't', 'h']);
    expect([...(await texts('?limit=2')), ...(await texts('?limit=2&offset=2'))]).toEqual(
      await texts(''),
    );
  });

  describe('when the article is extracted again', () => {
    const extractAnew = async (article: string | null, meanwhile = async () => {}) => {
      const found = await findReanchoring(t.server, bookmark, article);
      await meanwhile();
      await t.storage.transaction(async (repositories) => {
        await reanchorHighlights(repositories, bookmark.key, found);
        await repositories.contents.put(bookmark.key, { article });
      });
      return t.storage.annotations.list(bookmark.key);
    };

    it('move with their words', async () => {
      await created(within(P1, 4, 13));
      const article =
        '<section><h2>Apples 🍎 and pears</h2><div><p>One <i>two</i> three.</p></div><p>Four five.</p></section>';
      const [row] = await extractAnew(article);
      expect(row).toMatchObject({ text: 'two three', quote: null });
      expect(annotateArticle(article, [row!])).toContain('>two</rd-annotation></i>');
      expect(await list()).toMatchObject([{ start_selector: 'section[1]/div[1]/p[1]/i[1]' }]);
    });

    it('are hidden until their words return', async () => {
      const { id } = await created(within(P1, 4, 13));
      const without = '<section><p>Not at all what it was.</p></section>';
      const [lost] = await extractAnew(without);
      expect(lost).toMatchObject({ id, text: 'two three', quote: { exact: 'two three' } });
      expect(annotateArticle(without, [lost!])).toBe(without);
      await extractAnew(ARTICLE);
      expect(await rendered()).toContain('>two</rd-annotation>');
    });

    it('do not move to a similar sentence that the article had before', async () => {
      const around = ['<p>Nobody could remember such ice.</p>', '<p>The thaw came at night.</p>'];
      const oslo = '<p>The price of a ticket to Oslo is 120 euro per person in summer.</p>';
      const bergen = oslo.replace('Oslo', 'Bergen').replace('120', '140');
      const articleOf = (...lines: string[]) =>
        `<section>${lines.map((line) => around.join(line)).join('')}</section>`;
      await extractAnew(articleOf(oslo, bergen));
      await created(within('section[1]/p[2]', 4, 38));
      const without = articleOf(bergen);
      const [row] = await extractAnew(without);
      expect(row?.quote?.exact).toBe('price of a ticket to Oslo is 120 e');
      expect(annotateArticle(without, [row!])).toBe(without);
    });

    it('also move when they are created while the new article is read', async () => {
      await created(within(P1, 0, 3));
      const article = '<section><p>New.</p></section><div><p>One two three. Four five.</p></div>';
      const rows = await extractAnew(article, async () => {
        await created(within('section[1]/p[2]', 0, 4));
      });
      expect(rows.map(({ text }) => text)).toEqual(['One', 'Four']);
      for (const row of rows) expect(annotateArticle(article, [row])).toContain('</rd-annotation>');
    });

    it('are not placed in a large article while other users wait to write', async () => {
      const article = `<section>${'<p>Old. One two three.</p>'.repeat(1000)}</section>`;
      const made = async () => void (await created(within(P1, 0, 3)));
      await expect(extractAnew(article, made)).rejects.toThrow(HighlightsChanged);
      // The job is repeated.
      expect(await extractAnew(article)).toHaveLength(1);
    });

    it('remain when the article is gone', async () => {
      await created(within(P1, 4, 13));
      expect(await extractAnew(null)).toHaveLength(1);
    });
  });
});
