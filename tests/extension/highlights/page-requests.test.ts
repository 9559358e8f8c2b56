import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Highlight } from '../../../src/domain/highlight';
import { err, ok, type Result } from '../../../src/domain/result';
import { unixMs } from '../../../src/domain/time';
import { createSiteAccess } from '../../../src/extension/highlights/site-access';
import {
  hasImageAccess,
  type Question,
  readQuestion,
} from '../../../src/extension/images/image-access';
import { highlightRepository } from '../../../src/library';
import { capture, lastChange, page, undo, value } from '../../library/library';
import { injected, OWN_ORIGIN } from '../support/fake-extension';
import { URL_A, useBackground } from '../support/running-background';

const background = useBackground();
const QUOTE = { exact: 'these words', prefix: 'before ', suffix: ' after' };
const POSITION = { start: 3, end: 9, textLength: 20, textHash: 'x' };
const REFUSED = err({ kind: 'refused', reason: 'foreign-sender' });

interface Sender {
  readonly url: string;
  readonly frameId?: number;
  readonly tab?: { readonly id: number; readonly url?: string };
}

/** Sends a message as the script in the main frame of the page at `url` does. */
const send = <T>(message: unknown, sender: Sender = { url: URL_A }) =>
  new Promise<Result<T, { kind: string }>>((resolve) => {
    const from = { id: 'leafmark', frameId: 0, tab: { id: 1, title: 'A page' }, ...sender };
    background.fake.event('runtime.onMessage').fire(message, from, resolve);
  });

const ask = <T>(name: string, request: object, sender: Sender = { url: URL_A }) =>
  send<T>({ name, request: { url: sender.url, ...request } }, sender);

const add = async (url = URL_A) =>
  value(
    await ask<Highlight>(
      'addHighlight',
      { quote: QUOTE, color: 'red', position: POSITION },
      { url },
    ),
  );

const stored = async () => {
  const bookmark = (await background.all()).find(({ url }) => url === URL_A);
  return bookmark ? background.library.part(highlightRepository).ofBookmark(bookmark.id) : [];
};

beforeEach(() => {
  background.start();
  background.fake.addTab({ id: 1, url: URL_A });
});

interface Acted {
  readonly group: number | null;
}

describe('the script in a page', () => {
  it('asks about its site once', async () => {
    expect([await ask('askAboutSite', {}), await ask('askAboutSite', {})]).toEqual([
      ok(true),
      ok(false),
    ]);
  });

  it('has highlights on its site after the answer to the browser', async () => {
    background.fake.takesClickOfPage = true;
    expect(await ask('chooseSite', {})).toEqual(ok(null));
    await vi.waitFor(() =>
      expect(background.fake.stored.get('highlightSites')).toEqual(['example.org']),
    );
    expect(background.fake.created).toEqual([]);
  });

  it('opens the options where only they may ask the browser, and no question is left', async () => {
    expect(await ask('chooseSite', {})).toEqual(ok(null));
    const options = `${OWN_ORIGIN}options.html#/highlights/example.org`;
    await vi.waitFor(() => expect(background.fake.created).toEqual([options]));
    expect(await readQuestion(background.fake.browser.storage)).toBeNull();
  });

  it('asks nothing where highlights already show by themselves', async () => {
    background.fake.origins.add('*://example.org/*');
    background.fake.stored.set('highlightSites', ['example.org']);
    expect(await ask('askAboutSite', {})).toEqual(ok(false));
  });

  it('saves the page with its first highlight, and the badge counts', async () => {
    const selected = capture({ url: URL_A, title: 'Captured', excerpt: QUOTE.exact });
    background.fake.executeScript = async () => injected({ kind: 'captured', capture: selected });
    const added = await add();
    expect(added).toMatchObject({ quote: QUOTE, color: 'red', position: POSITION });
    expect(await background.all()).toMatchObject([{ url: URL_A, title: 'Captured', excerpt: '' }]);
    expect(await stored()).toMatchObject([
      { id: added.id, position: null, pagePosition: POSITION },
    ]);
    await background.buttonShows(1, '1', 'Leafmark: saved. Highlights: 1');
    expect(background.fake.told).toContainEqual([1, 'highlights-changed']);
  });

  it('reads, edits, deletes and restores the highlights of its page', async () => {
    const { id } = await add();
    const read = await ask<readonly Highlight[]>('readHighlights', {});
    expect(value(read)).toMatchObject([{ id, position: POSITION }]);
    value(await background.library.part(highlightRepository).edit(id, { note: 'Why?' }));
    const edit = { id, changes: { color: 'blue' } };
    expect(value(await ask('editHighlight', edit))).toEqual({ group: expect.any(Number) });
    expect(await stored()).toMatchObject([{ note: 'Why?', color: 'blue' }]);
    const deleted = value(await ask<Acted>('deleteHighlights', { ids: [id] }));
    expect(await stored()).toEqual([]);
    value(await ask('undoHighlights', deleted));
    expect(await stored()).toMatchObject([{ id, note: 'Why?' }]);
  });

  it('attaches a highlight with its position in the page', async () => {
    const { id } = await add();
    const attached = { quote: { ...QUOTE, exact: 'others' }, position: { ...POSITION, start: 0 } };
    value(await ask('editHighlight', { id, changes: attached }));
    const { quote, position: pagePosition } = attached;
    expect(await stored()).toMatchObject([{ quote, position: null, pagePosition }]);
  });

  it('attaches a highlight, which loses its position in the article until that is undone', async () => {
    const { id } = await add();
    const inArticle = { ...POSITION, textHash: 'article' };
    const highlights = background.library.part(highlightRepository);
    value(await highlights.setPositions(new Map([[id, inArticle]])));
    const changes = { quote: { ...QUOTE, prefix: 'Copy ' }, position: { ...POSITION, start: 0 } };
    const edited = value(await ask<Acted>('editHighlight', { id, changes }));
    expect(await stored()).toMatchObject([{ position: null, pagePosition: changes.position }]);
    value(await ask('undoHighlights', edited));
    expect(await stored()).toMatchObject([
      { quote: QUOTE, position: inArticle, pagePosition: POSITION },
    ]);
  });

  it('restores a highlight after the worker that deleted it was stopped', async () => {
    const { id } = await add();
    const deleted = value(await ask<Acted>('deleteHighlights', { ids: [id] }));
    for (const event of Object.values(background.fake.events)) event.listeners.clear();
    background.start();
    value(await ask('undoHighlights', deleted));
    expect(await stored()).toMatchObject([{ id, quote: QUOTE, pagePosition: POSITION }]);
  });

  it('reads nothing of a page that is not saved, and saves nothing by that', async () => {
    expect(await ask('readHighlights', {})).toEqual(ok([]));
    expect(await background.all()).toEqual([]);
  });

  it('asks about the address that its document has gone to since', async () => {
    const moved = `${URL_A}/moved`;
    const sender = { url: URL_A, tab: { id: 1, url: moved } };
    const ofMoved = { name: 'readHighlights', request: { url: moved } };
    expect(await send(ofMoved, sender)).toMatchObject({ ok: true });
    expect(await send(ofMoved, { url: URL_A })).toMatchObject({ ok: false });
    const ofOther = { url: 'https://other.example/', tab: { id: 1, url: moved } };
    expect(await send(ofMoved, ofOther)).toMatchObject({ ok: false });
  });

  it('gets a failure when the page cannot be saved', async () => {
    vi.spyOn(background.library.bookmarks, 'save').mockResolvedValue(err({ kind: 'quota' }));
    const request = { quote: QUOTE, color: 'red', position: null };
    expect(await ask('addHighlight', request)).toEqual(err({ kind: 'quota' }));
  });
});

describe('a page whose renderer sends what it wants', () => {
  const OTHER = 'https://other.example/page';

  it('does not reach the highlights of other pages', async () => {
    const { id } = await add();
    value(await background.library.bookmarks.save(page({ url: OTHER })));
    const from = { url: OTHER };
    expect(await ask('readHighlights', {}, from)).toEqual(ok([]));
    for (const [name, request] of [
      ['editHighlight', { id, changes: { color: 'blue' } }],
      ['deleteHighlights', { ids: [id] }],
    ] as const) {
      expect(await ask(name, request, from)).toEqual(err({ kind: 'not-found' }));
    }
    const edited = value(await ask<Acted>('editHighlight', { id, changes: { color: 'green' } }));
    expect(value(await ask('undoHighlights', edited, from))).toEqual({ group: null });
    expect(await stored()).toMatchObject([{ color: 'green' }]);
    value(await ask('placeHighlights', { positions: [[id, { ...POSITION, start: 0 }]] }, from));
    expect(await stored()).toMatchObject([{ id, note: '', pagePosition: POSITION }]);
  });

  it.each([
    ['about another address than its own', { url: OTHER }],
    ['about no address', { url: 7 }],
  ])('is refused when it asks %s', async (_, request) => {
    await add();
    expect(await ask('readHighlights', request)).toEqual(
      err({ kind: 'refused', reason: 'malformed' }),
    );
  });

  it.each<[string, object]>([
    ['a quote of 10,001 characters', { quote: { ...QUOTE, exact: 'x'.repeat(10_001) } }],
    ['an empty quote', { quote: { ...QUOTE, exact: '' } }],
    ['endless context', { quote: { ...QUOTE, prefix: 'x'.repeat(201) } }],
    ['a color that is no word', { color: { toString: 'red' } }],
    ['a field that does not exist', { bookmarkId: 'b1' }],
    ['a position in another form', { position: { start: -1 } }],
  ])('is refused when it sends %s', async (_, change) => {
    const request = { quote: QUOTE, color: 'red', position: null, ...change };
    expect(await ask('addHighlight', request)).toEqual(
      err({ kind: 'refused', reason: 'malformed' }),
    );
    expect(await background.all()).toEqual([]);
  });

  it.each<[string, Sender]>([
    ['a frame', { url: URL_A, frameId: 3 }],
    ['a page of the browser', { url: 'chrome://settings/' }],
    [
      'an address that only starts like that of the extension',
      { url: 'chrome-extension://leafmark.evil/' },
    ],
  ])('is refused as %s', async (_, sender) => {
    expect(await ask('readHighlights', {}, sender)).toEqual(REFUSED);
  });

  it.each(['describePage', 'libraryChanged', 'signOut', 'toString'])(
    'is refused when it sends the message %s of an extension page',
    async (name) => {
      expect(await send({ name, request: { url: URL_A, save: true } })).toEqual(REFUSED);
      expect(await background.all()).toEqual([]);
    },
  );

  it('gets no note, and cannot write one', async () => {
    const { id } = await add();
    value(await background.library.part(highlightRepository).edit(id, { note: 'Mine' }));
    const answers = [
      await ask('readHighlights', {}),
      await ask('editHighlight', { id, changes: { color: 'blue' } }),
      await ask('deleteHighlights', { ids: [id] }),
    ];
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(JSON.stringify(answers)).not.toContain('Mine');
    await undo(background, await lastChange(background.library));
    const written = await ask('editHighlight', { id, changes: { note: 'Not mine' } });
    expect(written).toEqual(err({ kind: 'refused', reason: 'malformed' }));
    expect(await stored()).toMatchObject([{ note: 'Mine' }]);
  });

  it('causes neither reads nor style sheets by thousands of messages in a second', async () => {
    const insertCSS = vi.spyOn(background.fake.browser.scripting, 'insertCSS');
    const find = vi.spyOn(background.library.bookmarks, 'findByUrlKey');
    const all = await Promise.all(Array.from({ length: 4150 }, () => ask('readHighlights', {})));
    expect(all.filter(({ ok }) => ok).length).toBeLessThanOrEqual(400);
    expect(find.mock.calls.length).toBeLessThanOrEqual(400);
    expect(insertCSS).not.toHaveBeenCalled();
    // Another tab has its own limit, and this one is answered again after a while.
    const other = { url: OTHER, tab: { id: 2 } };
    expect(await ask('readHighlights', {}, other)).toEqual(ok([]));
    background.clock.now = unixMs(background.clock.now + 1000);
    expect(await ask('readHighlights', {})).toEqual(ok([]));
  });

  it('cannot undo what a person has changed elsewhere', async () => {
    await add();
    const [bookmark] = await background.all();
    const { bookmarks } = background.library;
    const edited = value(await bookmarks.edit(bookmark!.id, { title: 'Mine' }));
    expect(value(await ask('undoHighlights', { group: edited.group }))).toEqual({ group: null });
    expect((await bookmarks.get(bookmark!.id))?.title).toBe('Mine');
  });
});

describe('the highlights of the page in a tab', () => {
  it('are shown when the popup opens, and only if there are any', async () => {
    const executeScript = vi.spyOn(background.fake, 'executeScript');
    const scripts = () => executeScript.mock.calls.map(([{ files }]) => files?.[0]);
    await background.ask('describePage', { save: true });
    expect(scripts()).toEqual(['/capture.js']);
    await add();
    expect(await background.ask('describePage', { save: false })).toMatchObject({
      value: { kind: 'saved', highlights: 1 },
    });
    await vi.waitFor(() => expect(scripts()).toContain('/highlight.js'));
    await vi.waitFor(() => expect(background.fake.told.at(-1)).toEqual([1, 'refresh-highlights']));
  });

  it('are shown although the browser refuses the script for a while', async () => {
    await add();
    const { executeScript } = background.fake;
    let refused = 0;
    background.fake.executeScript = async (injection) => {
      const isOurs = injection.files?.[0] === '/highlight.js';
      if (!isOurs || refused === 3) return executeScript(injection);
      refused += 1;
      throw new Error('Cannot access contents of the page');
    };
    background.fake.told.length = 0;
    await background.ask('describePage', { save: false });
    await vi.waitFor(() => expect(background.fake.told).toEqual([[1, 'refresh-highlights']]));
    expect(refused).toBe(3);
  });

  it.each<[string, () => void]>([
    ['the key', () => background.fake.event('commands.onCommand').fire('highlight', tab())],
    [
      'the menu',
      () =>
        background.fake
          .event('contextMenus.onClicked')
          .fire({ menuItemId: 'highlight', selectionText: 'x' }, tab()),
    ],
  ])('get the selection by %s', async (_, press) => {
    press();
    await vi.waitFor(() => expect(background.fake.told).toContainEqual([1, 'highlight-selection']));
  });

  it('are not asked for by the key where scripts cannot run, which the badge says', async () => {
    background.fake.executeScript = async () => {
      throw new Error('Cannot access a chrome:// URL');
    };
    background.fake.event('commands.onCommand').fire('highlight', tab());
    await vi.waitFor(() => expect(background.fake.button(1).text).toBe('!'));
    expect(background.fake.told).toEqual([]);
  });

  const tab = () => background.fake.tabs.get(1);
});

describe('the script for highlights', () => {
  const choose = (hosts: readonly string[]) => {
    background.fake.stored.set('highlightSites', hosts);
    background.fake.event('storage.local.onChanged').fire({ highlightSites: {} });
  };
  const script = (...matches: string[]) => ({
    id: 'highlights',
    js: ['highlight.js'],
    runAt: 'document_idle',
    matches,
  });

  it('is registered on the chosen hosts that the browser allows', async () => {
    choose(['garden.example', 'denied.example']);
    background.fake.origins.add('*://garden.example/*');
    background.fake.event('permissions.onAdded').fire();
    await vi.waitFor(() =>
      expect(background.fake.registered).toEqual([script('*://garden.example/*')]),
    );
    choose([]);
    await vi.waitFor(() => expect(background.fake.registered).toEqual([]));
  });

  it('is registered on all sites when the user has chosen that', async () => {
    background.fake.hasAllSites = true;
    choose(['garden.example', '*']);
    await vi.waitFor(() => expect(background.fake.registered).toEqual([script('*://*/*')]));
  });

  const allow = (...origins: string[]) => {
    for (const origin of origins) background.fake.origins.add(origin);
    background.fake.event('permissions.onAdded').fire();
  };
  const prompt = (question: Question) => background.fake.stored.set('permissionQuestion', question);

  it('is gone when the permission is removed, and does not come back with one for images', async () => {
    allow('*://*/*');
    choose(['*']);
    await vi.waitFor(() => expect(background.fake.registered).toHaveLength(1));
    background.fake.origins.clear();
    background.fake.event('permissions.onRemoved').fire();
    await vi.waitFor(() => expect(background.fake.registered).toEqual([]));
    prompt('images');
    allow('*://*/*');
    await vi.waitFor(async () => expect(await hasImageAccess(background.fake.browser)).toBe(true));
    expect(background.fake.stored.get('highlightSites')).toEqual([]);
    expect(background.fake.registered).toEqual([]);
  });

  it('is registered after an answer that closed the popup, and all images are not kept for it', async () => {
    prompt({ host: '*' });
    allow('*://*/*');
    await vi.waitFor(() => expect(background.fake.registered).toEqual([script('*://*/*')]));
    expect(await hasImageAccess(background.fake.browser)).toBe(false);
  });

  it('is not registered on a host that was refused, when something else is allowed later', async () => {
    const { permissions, storage } = background.fake.browser;
    const refused = { ...permissions, request: async () => false } as typeof permissions;
    const sites = createSiteAccess({ permissions: refused, storage });
    expect(await sites.allow('garden.example')).toBe(false);
    allow('*://garden.example/*');
    prompt({ host: 'garden.example' }); // The popup is closed, and the user refuses.
    prompt('images');
    allow('*://*/*');
    await vi.waitFor(async () => expect(await hasImageAccess(background.fake.browser)).toBe(true));
    expect(background.fake.stored.get('highlightSites') ?? []).toEqual([]);
    expect(background.fake.registered).toEqual([]);
  });
});
