import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '../../../server/account/password';
import { hashSecret, newSecret } from '../../../server/account/secrets';
import type { Storage, UserRow } from '../../../server/storage/index';
import { DATABASES, type TestDatabase } from '../storage/support/databases';
import { fakeToken, fakeUser } from '../storage/support/rows';
import { endLeases } from '../support/end-leases';
import { type OpenEvents, readEvents } from '../support/event-stream';
import { authorizePath, decide, OWN_PAGE, redeemCode, register } from '../support/oauth';
import { buildRealServer, type RealServer, startRealServer } from '../support/real-server';
import { startWeb, type Web } from '../support/web';

const [, postgres] = DATABASES[1];
const PASSWORD = 'correct horse battery';
const PAGE =
  '<title>A page</title><h1>A page</h1><p>Words enough to be an article, and some more.</p>';

describe('two servers on one database', () => {
  let program: string;
  let web: Web;
  let db: TestDatabase;
  let storage: Storage;
  let ada: UserRow;
  let token: string;
  let one: RealServer;
  let other: RealServer;
  let streams: OpenEvents[];
  const start = () => startRealServer(program, db, ['--allowed-networks', '127.0.0.0/8']);
  beforeAll(async () => {
    program = await buildRealServer();
    web = await startWeb();
    db = await postgres();
    storage = await db.open();
    const user = fakeUser({ passwordHash: await hashPassword(PASSWORD) });
    const made = await storage.users.create(user);
    if (!made.ok) throw new Error(made.error.kind);
    ada = made.value;
    [one, other] = await Promise.all([start(), start()]);
  });
  beforeEach(async () => {
    token = newSecret();
    await storage.tokens.create(fakeToken({ userId: ada.id, hash: hashSecret(token) }));
    streams = [];
  });
  afterEach(async () => {
    for (const stream of streams) await stream.leave();
  });
  afterAll(async () => {
    await Promise.all([one.end('SIGTERM'), other.end('SIGTERM')]);
    await db.remove();
    await web.close();
  });

  /** Signs in on the page of `server` and returns the cookie. */
  async function signIn(server: RealServer): Promise<string> {
    const form = { login: 'ada', password: PASSWORD };
    const answer = await server.send('POST', '/login', { form, headers: OWN_PAGE });
    expect(answer.status).toBe(303);
    return answer.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
  }
  const save = async (server: RealServer, path: string) => {
    const json = { url: `http://127.0.0.1:${web.port}${path}` };
    const answer = await server.send('POST', '/api/bookmarks', { token, json });
    expect(answer.status).toBe(202);
    return answer.headers.get('Bookmark-Id') ?? '';
  };
  const read = async (server: RealServer, id: string) =>
    (await (await server.send('GET', `/api/bookmarks/${id}`, { token })).json()) as {
      loaded: boolean;
      title: string;
    };
  /** Waits for another process, which gives no signal when it is done. */
  const eventually = (check: () => Promise<void> | void) => vi.waitFor(check, { interval: 50 });

  it('share sign-ins: an app gets consent on one and its token from the other', async () => {
    const client = await register(one);
    const cookie = await signIn(one);
    const at = { send: other.send, cookieOf: async () => cookie };
    const to = await decide(at, ada, authorizePath(client), true);
    const answer = await redeemCode(one, to.searchParams.get('code') ?? '');
    expect(answer.status).toBe(201);
    const { access_token } = (await answer.json()) as { access_token: string };
    const profile = await other.send('GET', '/api/profile', { token: access_token });
    expect(profile.status).toBe(200);
    const again = await redeemCode(other, to.searchParams.get('code') ?? '');
    expect(again.status).toBe(400);
  });

  it('do each job once', async () => {
    const paths = Array.from({ length: 8 }, (_, n) => `/page-${n}`);
    for (const path of paths) web.pages[path] = { type: 'text/html', body: PAGE };
    const ids = await Promise.all(paths.map((path, n) => save(n % 2 ? one : other, path)));
    await eventually(async () => {
      for (const id of ids) expect(await read(one, id)).toMatchObject({ loaded: true });
    });
    for (const id of ids) expect(await read(other, id)).toMatchObject({ title: 'A page' });
    const requests = web.requests.filter((path) => path.startsWith('/page-'));
    expect(requests.toSorted()).toEqual(paths);
  });

  it("send each other's changes to their clients", async () => {
    const events = await readEvents(await one.send('GET', '/api/events', { token }));
    streams.push(events);
    const json = { title: 'Changed' };
    const bookmark = await storage.bookmarks.create(ada.id, { url: 'https://a.org/', state: 0 });
    expect((await events.next()).data).toMatchObject({ id: bookmark.id, type: 'update' });
    await other.send('PATCH', `/api/bookmarks/${bookmark.id}`, { token, json });
    expect((await events.next()).data).toMatchObject({ id: bookmark.id, type: 'update' });
    await other.send('DELETE', `/api/bookmarks/${bookmark.id}`, { token });
    expect((await events.next()).data).toMatchObject({ id: bookmark.id, type: 'delete' });
  });

  it('end the streams of a token that was revoked on the other', async () => {
    const events = await readEvents(await one.send('GET', '/api/events', { token }));
    streams.push(events);
    await other.send('POST', '/api/oauth/revoke', { token, json: { token } });
    expect(await events.rest()).toEqual([]);
  });

  it('take over the job of a killed server', async () => {
    let requestCount = 0;
    web.pages['/slow'] = (_, response) => {
      requestCount += 1;
      // The first request gets no response.
      if (requestCount > 1) response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    };
    web.pages['/next'] = { type: 'text/html', body: PAGE };
    await other.end('SIGTERM');
    const id = await save(one, '/slow');
    await eventually(() => expect(requestCount).toBe(1));
    other = await start();
    expect(await one.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    await endLeases(db);
    // The next bookmark wakes up the other server, which then looks for all due jobs.
    await save(other, '/next');
    await eventually(async () => {
      expect(await read(other, id)).toMatchObject({ loaded: true, title: 'A page' });
    });
    expect(requestCount).toBe(2);
  });
});
