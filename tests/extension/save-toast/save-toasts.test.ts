import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CaptureReport } from '../../../src/domain/article';
import { err, ok, type Result } from '../../../src/domain/result';
import { setToastToken, takeToastToken } from '../../../src/extension/save-toast/injected-token';
import { capture, value } from '../../library/library';
import { type Injection, injected, OWN_ORIGIN } from '../support/fake-extension';
import { URL_A, useBackground } from '../support/running-background';

const background = useBackground();
const FRAME = `${OWN_ORIGIN}highlight-frame.html?toast`;
const REFUSED = err({ kind: 'refused', reason: 'foreign-sender' });
const NOT_FOUND = 404;
let token: string | null = null;

/** A page that takes scripts. `status` is that of its document. */
function showPage(status = 200, warnings: CaptureReport['warnings'] = []): void {
  const captured = capture({ url: URL_A, title: 'Captured', warnings });
  const result = { kind: 'captured', capture: captured };
  background.fake.executeScript = async ({ func, args, files }: Injection) => {
    if (func === setToastToken) setToastToken(String(args?.[0]));
    if (files?.[0] === '/save-toast.js') token = takeToastToken();
    return injected(result, 0, status);
  };
}

async function saveByKey(more: { incognito?: boolean } = {}): Promise<void> {
  const tab = background.fake.addTab({ id: 1, url: URL_A, title: 'A page', ...more });
  await Promise.all(background.fake.event('commands.onCommand').fire('save-page', tab));
}

const send = (name: string, request: object = {}, sender: object = {}) =>
  new Promise<Result<unknown, { kind: string }>>((resolve) => {
    const from = { id: 'leafmark', tab: { id: 1 }, url: FRAME, frameId: 7, documentId: 'a' };
    const message = { name, request, token };
    background.fake.event('runtime.onMessage').fire(message, Object.assign(from, sender), resolve);
  });

const toastIsShown = () => vi.waitFor(() => expect(token).not.toBeNull());

beforeEach(() => {
  token = null;
  showPage();
  background.start();
});

describe('the toast after a save by key', () => {
  it('shows what was saved, takes it back, and restores it', async () => {
    await saveByKey();
    await toastIsShown();
    expect(value(await send('readToast'))).toMatchObject({
      page: { kind: 'saved', outcome: 'created' },
      bookmark: { title: 'Captured', url: URL_A, trashedAt: null },
    });
    const undone = await send('undoSave');
    expect(undone).toMatchObject(ok({ bookmark: { trashedAt: expect.any(Number) } }));
    await background.buttonShows(1, '', 'Leafmark');
    expect(await send('restoreSave')).toMatchObject(ok({ bookmark: { trashedAt: null } }));
    await background.buttonShows(1, '✓', 'Leafmark: saved');
  });

  it('knows the report of the capture', async () => {
    const warnings = ['not-readable'] as const;
    showPage(200, warnings);
    await saveByKey();
    await toastIsShown();
    expect(value(await send('readToast'))).toMatchObject({ report: { warnings } });
  });

  it('marks the page as a favourite, and opens it in the reader', async () => {
    await saveByKey();
    await toastIsShown();
    const favourite = await send('editSaved', { isFavourite: true });
    expect(favourite).toMatchObject(ok({ bookmark: { isFavourite: true } }));
    expect(await send('readSaved')).toEqual(ok(null));
    const [saved] = await background.all();
    expect(background.fake.created).toEqual([`${OWN_ORIGIN}library.html#/read/${saved?.id}`]);
  });

  it('adds and removes labels, and knows those in use', async () => {
    await saveByKey();
    await toastIsShown();
    const added = await send('editSaved', { addLabels: ['Gardens', 'Old'] });
    const known = [{ name: 'Gardens' }, { name: 'Old' }];
    expect(added).toMatchObject(ok({ bookmark: { labels: ['Gardens', 'Old'] }, known }));
    const removed = await send('editSaved', { removeLabels: ['Old'] });
    expect(removed).toMatchObject(ok({ bookmark: { labels: ['Gardens'] } }));
    expect(await send('editSaved', { title: 'Another' })).toMatchObject({ ok: false });
  });

  it.each(['saveErrorPage', 'saveAddress'])('asks about an error page: %s', async (answer) => {
    showPage(NOT_FOUND);
    await saveByKey();
    await toastIsShown();
    expect(value(await send('readToast'))).toMatchObject({ page: { kind: 'error-page' } });
    expect(await background.all()).toEqual([]);
    const title = answer === 'saveAddress' ? URL_A : 'Captured';
    const saved = { page: { kind: 'saved' }, bookmark: { title } };
    expect(await send(answer)).toMatchObject(ok(saved));
    expect(await send('readToast')).toMatchObject(ok(saved));
  });

  it('saves nothing when the tab has gone to another page', async () => {
    showPage(NOT_FOUND);
    await saveByKey();
    await toastIsShown();
    background.fake.addTab({ id: 1, url: 'https://other.example/' });
    expect(await send('saveErrorPage')).toEqual(err({ kind: 'not-found' }));
    expect(await background.all()).toEqual([]);
  });

  it('says why the page could not be saved', async () => {
    vi.spyOn(background.library.bookmarks, 'save').mockResolvedValue(err({ kind: 'quota' }));
    await saveByKey();
    await toastIsShown();
    const failed = { page: { kind: 'failed', failure: 'quota' }, bookmark: null };
    expect(await send('readToast')).toMatchObject(ok(failed));
    expect(await send('undoSave')).toEqual(err({ kind: 'not-found' }));
  });

  it.each([
    ['with another token', { token: 'guessed' }, {}],
    ['in another tab', {}, { tab: { id: 2 } }],
    ['as a whole page', {}, { frameId: 0 }],
    ['in a second document', {}, { documentId: 'b' }],
    ['as the script of a page', {}, { url: URL_A, frameId: 0 }],
  ])('answers no other frame: %s', async (_, changed, sender) => {
    await saveByKey();
    await toastIsShown();
    value(await send('readToast'));
    if ('token' in changed) token = changed.token ?? null;
    expect(await send('readToast', {}, sender)).toEqual(REFUSED);
    expect(await send('undoSave', {}, sender)).toEqual(REFUSED);
    expect(await background.all()).toMatchObject([{ trashedAt: null }]);
  });

  it.each(['describePage', 'readFrame', 'setNote'])('may not send %s', async (name) => {
    await saveByKey();
    await toastIsShown();
    expect(await send(name)).toEqual(REFUSED);
  });

  it('is forgotten when its tab is closed', async () => {
    await saveByKey();
    await toastIsShown();
    background.fake.event('tabs.onRemoved').fire(1);
    expect(await send('readToast')).toEqual(REFUSED);
  });

  it('is not shown in a private window', async () => {
    const sent = vi.spyOn(background.fake, 'executeScript');
    await saveByKey({ incognito: true });
    await background.buttonShows(1, '✓', 'Leafmark: saved');
    expect(sent.mock.calls.map(([{ func }]) => func)).not.toContain(setToastToken);
  });

  it('is not shown to a person who wants quiet', async () => {
    background.fake.stored.set('settings', { showsToast: false });
    const sent = vi.spyOn(background.fake, 'executeScript');
    await saveByKey();
    await background.buttonShows(1, '✓', 'Leafmark: saved');
    expect(sent.mock.calls.map(([{ func }]) => func)).not.toContain(setToastToken);
  });

  it('is not shown after a save in the popup', async () => {
    background.fake.addTab({ id: 1, url: URL_A });
    const sent = vi.spyOn(background.fake, 'executeScript');
    await background.ask('describePage', { save: true });
    expect(sent.mock.calls.map(([{ func }]) => func)).not.toContain(setToastToken);
  });
});
