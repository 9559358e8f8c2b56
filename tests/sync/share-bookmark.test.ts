import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time';
import { page, value } from '../library/library';
import { DATABASES } from '../server/storage/support/databases';
import { type Mailbox, openMailbox } from '../server/support/mailbox';
import { startServer } from '../server/support/test-server';
import { type Device, startWorld, type World } from './support/world';

const [, sqlite] = DATABASES[0];
const { signal } = new AbortController();

let mailbox: Mailbox;
let world: World;
let device: Device;
let isOffline: boolean;
beforeEach(async () => {
  isOffline = false;
  mailbox = await openMailbox();
});
afterEach(async () => {
  await world.end();
  await mailbox.close();
});

async function begin(flags: Readonly<Record<string, string>> = {}): Promise<void> {
  world = await startWorld(await startServer(sqlite, { flags }));
  device = await world.device({
    through: (fetch) => (input, init) => {
      if (isOffline) throw new TypeError('Failed to fetch');
      return fetch(input, init);
    },
  });
}

const withMail = () =>
  begin({
    'mail-server': `smtp://127.0.0.1:${mailbox.port}`,
    'mail-from': 'Leafmark <leafmark@server.example>',
  });

async function saved(): Promise<BookmarkId> {
  const html = `<p>${'The harbour froze in January. '.repeat(40)}</p>`;
  const url = 'https://pages.example/harbour';
  return value(await device.library.bookmarks.save(page({ url, html }))).bookmark.id;
}

async function sent(): Promise<BookmarkId> {
  const id = await saved();
  await device.round();
  await world.work();
  return id;
}

describe('sharing a bookmark by its server', () => {
  it('returns a public link that shows the article, and when it expires', async () => {
    await begin();
    const link = value(await device.sync().shareByLink(await sent(), 'week', signal));
    expect(link.expires! - world.now()).toBeGreaterThan(6.9 * DAY_MS);
    const { pathname } = new URL(link.url);
    const shown = await world.fetch(new Request(link.url));
    expect(pathname).toMatch(/^\/@b\//);
    expect(await shown.text()).toContain('The harbour froze in January.');
  });

  it('sends the article by e-mail', async () => {
    await withMail();
    const message = { email: 'eve@example.org', format: 'epub' } as const;
    expect(await device.sync().shareByEmail(await sent(), message, signal)).toEqual({
      ok: true,
      value: null,
    });
    await world.work();
    expect(mailbox.received.map(({ to }) => to)).toEqual([['eve@example.org']]);
    expect(mailbox.received[0]!.mail.attachments).toHaveLength(1);
  });

  it('needs a bookmark that the server has', async () => {
    await begin();
    const problem = { ok: false, error: { problem: 'not-on-server', detail: '' } };
    expect(await device.sync().shareByLink(await saved(), 'day', signal)).toEqual(problem);
  });

  it('says so if the server has deleted the bookmark since', async () => {
    await begin();
    const id = await sent();
    const [stored] = await world.bookmarks();
    value(await world.client.bookmarks.delete(stored!.id, {}));
    await world.work();
    expect(await device.sync().shareByLink(id, 'day', signal)).toMatchObject({
      error: { problem: 'not-on-server' },
    });
  });

  it('returns the reason why a server without e-mail refuses', async () => {
    await begin();
    const message = { email: 'eve@example.org', format: 'html' } as const;
    const refused = await device.sync().shareByEmail(await sent(), message, signal);
    expect(refused).toMatchObject({ ok: false, error: { problem: 'refused' } });
  });

  it('returns `offline` without a connection', async () => {
    await begin();
    const id = await sent();
    isOffline = true;
    expect(await device.sync().shareByLink(id, 'day', signal)).toEqual({
      ok: false,
      error: { problem: 'offline', detail: '' },
    });
  });
});

describe('the public links of an account', () => {
  it('are listed with their bookmarks, the newest first, over several pages', async () => {
    await begin();
    const id = await sent();
    const serverId = (await device.library.bookmarks.get(id))?.serverId;
    await device.sync().shareByLink(id, 'never', signal);
    for (let n = 0; n < 119; n += 1) {
      world.advance(MINUTE_MS);
      value(await device.sync().shareByLink(id, 'week', signal));
    }
    const links = value(await device.sync().sharedLinks(signal));
    expect(links).toHaveLength(120);
    expect(new Set(links.map((link) => link.id)).size).toBe(120);
    expect(links[0]!.expires! - world.now()).toBeGreaterThan(6.9 * DAY_MS);
    expect(links.at(-1)).toMatchObject({ bookmark: serverId, expires: null });
  });

  it('stop working when they are withdrawn, also if that happened elsewhere', async () => {
    await begin();
    const { url } = value(await device.sync().shareByLink(await sent(), 'week', signal));
    const [link] = value(await device.sync().sharedLinks(signal));
    expect((await world.fetch(new Request(url))).status).toBe(200);
    expect(await device.sync().withdrawLink(link!.id, signal)).toEqual({ ok: true, value: null });
    expect((await world.fetch(new Request(url))).status).toBe(404);
    expect(await device.sync().withdrawLink(link!.id, signal)).toEqual({ ok: true, value: null });
    expect(value(await device.sync().sharedLinks(signal))).toEqual([]);
  });

  it('are not on a server that has no list of them', async () => {
    await begin();
    const other = await world.device({
      through: (fetch) => async (input, init) =>
        new URL(new Request(input).url).pathname === '/api/bookmarks/shares'
          ? Response.json({ status: 404, message: 'Not Found' }, { status: 404 })
          : fetch(input, init),
    });
    expect(await other.sync().sharedLinks(signal)).toMatchObject({
      error: { problem: 'not-on-server' },
    });
  });

  it('cannot be listed or withdrawn without a connection', async () => {
    await begin();
    await sent();
    isOffline = true;
    const offline = { ok: false, error: { problem: 'offline', detail: '' } };
    expect(await device.sync().sharedLinks(signal)).toEqual(offline);
    expect(await device.sync().withdrawLink('x'.repeat(20), signal)).toEqual(offline);
  });
});
