import { describe, expect, it } from 'vitest';
import { parseArticle } from '../../server/articles/article-tree';
import { positionOf, quoteOf } from '../../src/anchoring';
import { findUnanchored } from '../../src/background/highlights/find-unanchored';
import type { HighlightId } from '../../src/domain/highlight';
import { capture, value } from '../library/library';
import { articleThere, asReadeck, extractAgain } from './support/annotated-server';
import {
  add,
  highlightsOn,
  instead,
  listed,
  round,
  savePage,
  syncOtherFirst,
  there,
  useDevices,
  waitingOn,
} from './support/highlighted-page';
import type { Fetch } from './support/world';

const my = useDevices();

async function expectSettled(count: number): Promise<void> {
  for (const device of [my.one, my.other]) {
    expect(await listed(device)).toHaveLength(count);
    expect(await waitingOn(device)).toBe(0);
  }
}

describe('the same words in two places', () => {
  const BOTH =
    '<p>The summer ferry to Oslo. The final price is 120 euro per person, children pay half of it.</p><p>The winter ferry to Bergen. The final price is 120 euro for a car with all of its passengers.</p>';
  const OSLO = {
    exact: '120 euro',
    prefix: 'The summer ferry to Oslo. The final price is ',
    suffix: ' per person, children pay half of it. The winter ferry to Bergen',
  };
  const BERGEN = {
    exact: '120 euro',
    prefix: 'of it. The winter ferry to Bergen. The final price is ',
    suffix: ' for a car with all of its passengers.',
  };

  it('are two highlights when two devices highlight one each', async () => {
    await savePage(my, BOTH);
    await round(my.world, my.other);
    await add(my.one, OSLO, { note: 'Oslo' });
    await add(my.other, BERGEN, { note: 'Bergen' });
    await round(my.world, my.one, my.other, my.one);
    expect(await there(my.world)).toMatchObject([
      { start_selector: 'section[1]/p[1]', note: 'Oslo' },
      { start_selector: 'section[1]/p[2]', note: 'Bergen' },
    ]);
    await expectBoth();
  });

  it('are two highlights when two devices send them at the same time', async () => {
    await savePage(my, BOTH);
    await round(my.world, my.other);
    await add(my.one, OSLO, { note: 'Oslo' });
    await add(my.other, BERGEN, { note: 'Bergen' });
    syncOtherFirst(my);
    await round(my.world, my.one, my.one, my.other, my.one, my.other);
    expect(await there(my.world)).toHaveLength(2);
    await expectBoth();
  });

  it('are where a person attached them while another highlight was sent', async () => {
    await savePage(my, BOTH);
    const first = { exact: 'summer ferry', prefix: 'The ', suffix: ' to Oslo. The final price' };
    await add(my.one, first);
    await attachWhileSending(await add(my.one, OSLO), asReadeck);
    const places = (await there(my.world)).map((each) => `${each.start_selector} ${each.text}`);
    expect(places).toEqual(['section[1]/p[1] summer ferry', 'section[1]/p[2] 120 euro']);
    await expectSettled(2);
  });

  it('are where a person attached them while they were sent', async () => {
    await savePage(my, BOTH);
    await attachWhileSending(await add(my.one, OSLO));
    expect(await there(my.world)).toMatchObject([{ start_selector: 'section[1]/p[2]' }]);
    expect(await listed(my.other)).toMatchObject([{ quote: BERGEN }]);
    await expectSettled(1);
  });

  /** Attaches a highlight to the words in the other place during the first request for one. */
  async function attachWhileSending(
    { id }: { readonly id: HighlightId },
    server = (fetch: Fetch) => fetch,
  ): Promise<void> {
    let isAttached = false;
    my.through = (direct) =>
      server(
        instead('POST', async (fetch, request) => {
          if (!isAttached) value(await highlightsOn(my.one).edit(id, { quote: BERGEN }));
          isAttached = true;
          return fetch(request);
        })(direct),
      );
    await round(my.world, my.one, my.one, my.other);
  }

  async function expectBoth(): Promise<void> {
    for (const device of [my.one, my.other]) {
      const shown = (await listed(device)).map(({ quote, note }) => ({ quote, note }));
      expect(shown).toHaveLength(2);
      expect(shown).toEqual(
        expect.arrayContaining([
          { quote: OSLO, note: 'Oslo' },
          { quote: BERGEN, note: 'Bergen' },
        ]),
      );
    }
  }
});

describe('copies of a paragraph', () => {
  const COPY =
    '<p>The summer ferry leaves the harbour at eight in the morning and is back before the night. The price is 120 euro for a car with all of its passengers, and children pay half of it on all days.</p>';
  const [EARLIER, LATER] = [0, 1];
  const NAMES = ['earlier', 'later'];

  /** Highlights the price in a copy of the paragraph. The context of all copies is the same. */
  async function addCopy(device: typeof my.one, copy: number, note = NAMES[copy]!) {
    const [bookmark] = await my.world.bookmarks();
    const { index } = parseArticle(await articleThere(my.world, bookmark!.id));
    const starts = [...index.text.matchAll(/120 euro/g)].map((match) => match.index);
    const span = { start: starts[copy]!, end: starts[copy]! + '120 euro'.length };
    const quote = quoteOf(index, span);
    const own = (await device.find('https://one.example/'))!.id;
    const made = { bookmarkId: own, quote, color: 'yellow', note };
    value(await highlightsOn(device).add({ ...made, position: positionOf(index, span) }));
  }

  it.each([
    ['a companion server', (fetch: Fetch) => fetch],
    ['Readeck', asReadeck],
  ])('have the highlight of another device where it was made, on %s', async (_, through) => {
    my.through = through;
    await savePage(my, `${COPY.repeat(6)}<p>The end.</p>`);
    await round(my.world, my.other, my.other);
    await addCopy(my.one, 3, 'fourth');
    await round(my.world, my.one, my.other);
    await findUnanchored(my.other.library, new AbortController().signal);
    const [[here], [found]] = [await listed(my.one), await listed(my.other)];
    expect(found).toMatchObject({ note: 'fourth', position: { start: here!.position!.start } });
    expect(found).not.toHaveProperty('doubt');
  });

  it('have no certain place for it in an article that came before it was looked for', async () => {
    const article = `${COPY.repeat(6)}<p>The end.</p>`;
    const url = 'https://one.example/';
    await savePage(my, article);
    await round(my.world, my.other, my.other);
    await addCopy(my.one, 3, 'fourth');
    await round(my.world, my.one, my.other);
    const html = `<p>Corrected in May.</p>${article}`;
    const { id } = (await my.one.find(url))!;
    value(await my.one.library.bookmarks.recapture(id, capture({ url, html })));
    await round(my.world, my.one, my.one, my.other, my.other);
    const { id: own } = (await my.other.find(url))!;
    expect((await my.other.library.articles.get(own))?.html).toContain('Corrected in May.');
    await findUnanchored(my.other.library, new AbortController().signal);
    expect(await listed(my.other)).toMatchObject([
      { note: 'fourth', position: null, doubt: expect.any(String) },
    ]);
  });

  for (const server of ['a companion server', 'Readeck'])
    it(`have a highlight each when two devices highlight one each, on ${server}`, async () => {
      if (server === 'Readeck') my.through = asReadeck;
      await savePage(my, `${COPY}${COPY}<p>The end.</p>`);
      await round(my.world, my.other);
      await addCopy(my.one, EARLIER);
      await addCopy(my.other, LATER);
      await round(my.world, my.one, my.other, my.one);
      expect(await there(my.world)).toMatchObject([
        { start_selector: 'section[1]/p[1]', note: 'earlier' },
        { start_selector: 'section[1]/p[2]', note: 'later' },
      ]);
      for (const device of [my.one, my.other]) {
        expect((await listed(device)).map(({ note }) => note).sort()).toEqual(NAMES);
      }
    });

  it('have a highlight each when another program highlights both and this device any of them', async () => {
    await savePage(my, `${COPY}${COPY}`);
    const [bookmark] = await my.world.bookmarks();
    const start = COPY.indexOf('120 euro') - '<p>'.length;
    const [start_offset, end_offset] = [start, start + '120 euro'.length];
    for (const [at, note] of NAMES.entries()) {
      const start_selector = `section[1]/p[${at + 1}]`;
      const place = { start_selector, start_offset, end_selector: start_selector, end_offset };
      const made = { ...place, color: 'red', note };
      value(await my.world.client.highlights.create(bookmark!.id, made));
    }
    const context = { prefix: 'The price is ', suffix: ' for a car with all of its passengers' };
    await add(my.one, { exact: '120 euro', ...context }, { note: 'mine' });
    await round(my.world, my.one);
    expect(await listed(my.one)).toHaveLength(2);
    await round(my.world, my.other, my.one);
    const notes = (await there(my.world)).flatMap(({ note }) => note.split('\n\n'));
    expect(notes.toSorted()).toEqual(['earlier', 'later', 'mine']);
    await expectSettled(2);
  });

  it('have one highlight when two devices highlight the same one', async () => {
    await savePage(my, `${COPY}${COPY}<p>The end.</p>`);
    await round(my.world, my.other);
    await addCopy(my.one, LATER);
    await addCopy(my.other, LATER);
    await round(my.world, my.one, my.other, my.one);
    expect(await there(my.world)).toHaveLength(1);
    for (const device of [my.one, my.other]) expect(await listed(device)).toHaveLength(1);
  });
});

describe('a place that is highlighted in the page and in the article', () => {
  const ARTICLE =
    '<p>The summer ferry to Oslo leaves in the morning. The final price is 120 euro per person, and children pay half of it on all days.</p>';
  const [exact, suffix] = ['120 euro', ' per person, and children pay half of it on all days.'];
  const TEXT = 'The summer ferry to Oslo leaves in the morning.';
  const IN_ARTICLE = { exact, prefix: `${TEXT} The final price is `, suffix };
  const IN_PAGE = { exact, prefix: `${TEXT} Advertisement. The final price is `, suffix };

  it('is one highlight when two devices highlight it', async () => {
    await savePage(my, ARTICLE);
    await round(my.world, my.other);
    await add(my.one, IN_PAGE, { note: 'of the page' });
    await add(my.other, IN_ARTICLE);
    await round(my.world, my.one, my.other, my.one);
    expect(await there(my.world)).toMatchObject([{ note: 'of the page' }]);
    for (const device of [my.one, my.other]) {
      expect(await listed(device)).toMatchObject([{ note: 'of the page' }]);
    }
  });

  it('is one highlight when two devices send it at the same time', async () => {
    await savePage(my, ARTICLE);
    await round(my.world, my.other);
    await add(my.one, IN_PAGE, { note: 'of the page' });
    await add(my.other, IN_ARTICLE);
    syncOtherFirst(my);
    await round(my.world, my.one, my.one, my.other, my.one, my.other);
    expect(await there(my.world)).toHaveLength(1);
    for (const device of [my.one, my.other]) expect(await listed(device)).toHaveLength(1);
  });
});

describe('an annotation whose context nobody knows', () => {
  it('is not the highlight of the same words elsewhere', async () => {
    my.through = asReadeck;
    await savePage(my, '<p>Bread costs 3 euro here.</p><p>Soup costs 3 euro there.</p>');
    const [bookmark] = await my.world.bookmarks();
    const [start_selector, end_selector] = ['section[1]/p[2]', 'section[1]/p[2]'];
    const place = { start_selector, start_offset: 11, end_selector, end_offset: 17 };
    const made = { ...place, color: 'red', note: 'soup' };
    value(await my.world.client.highlights.create(bookmark!.id, made));
    // Its selectors lead nowhere now.
    const article = '<div>Bread costs 3 euro here.</div><div>Soup costs 3 euro there.</div>';
    await extractAgain(my.world, bookmark!.id, article, { isReadeck: true });
    const bread = { exact: '3 euro', prefix: 'Bread costs ', suffix: ' here.' };
    await add(my.one, bread, { note: 'bread' });
    await round(my.world, my.one);
    expect((await listed(my.one)).map(({ note }) => note).sort()).toEqual(['bread', 'soup']);
    expect(await there(my.world)).toHaveLength(2);
  });
});
