import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage/index';
import { PAGE_HEADERS, parseLinks } from '../../../src/contract/index';
import { SECOND_MS } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { storyPage } from '../support/extraction-world';
import { formOf, OWN_PAGE } from '../support/oauth';
import { picture } from '../support/pictures';
import { runDueJobs } from '../support/run-jobs';
import { receivedParts } from '../support/sync-parts';
import { BASE, startServer, type TestServer } from '../support/test-server';

// Sends the requests of current Readeck clients in their order (protocol.md, section 17). They are
// written out here and do not use the contract.
describeOnDatabases('current clients on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
  });
  afterAll(() => t.remove());

  const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>;
  /** Returns the path of an address from a response header. */
  const path = (address: string | null) => (address ?? '').replace(BASE, '');
  const isDate = (value: unknown) => !Number.isNaN(Date.parse(String(value)));

  it('save a page with its files, wait for it, and sign out, as a browser extension does', async () => {
    // The token was created on the profile's page and pasted.
    const token = await t.tokenOf(ada);
    const profile = await json(await t.send('GET', '/api/profile', { token }));
    expect(profile).toMatchObject({
      user: { username: 'ada' },
      provider: { id: expect.any(String) },
    });

    // FormData cannot set headers of a part, so each file begins with a line that has them.
    const page = 'https://nowhere.example/story';
    const sent = async (url: string, type: string, bytes: Uint8Array | string) => {
      const head = JSON.stringify({ url, headers: { 'content-type': type } });
      return new Blob([`${head}\n`, typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]);
    };
    const form = new FormData();
    form.append('url', page);
    form.append('title', 'My own title');
    for (const label of ['a', 'to read']) form.append('labels', label);
    const html = storyPage('<p>Text enough to be read.</p><img src="/a.png">'.repeat(4));
    form.append('resource', await sent(page, 'text/html; charset=utf-8', html), 'resource');
    const image = await picture('png', 300, 200);
    form.append('resource', await sent('https://nowhere.example/a.png', 'image/png', image), 'b');
    const made = await t.send('POST', '/api/bookmarks', { token, body: form });
    expect(made.status).toBe(202);
    expect(await json(made)).toMatchObject({ status: 202 });
    const id = made.headers.get('bookmark-id');
    expect(path(made.headers.get('location'))).toBe(`/api/bookmarks/${id}`);
    expect(parseLinks(made.headers.get('link'))[0]).toMatchObject({ rel: 'alternate' });

    const look = async () => json(await t.send('GET', `/api/bookmarks/${id}`, { token }));
    expect(await look()).toMatchObject({ state: 2, loaded: false, title: 'My own title' });
    await runDueJobs(t.server);
    const loaded = await look();
    expect(loaded).toMatchObject({
      loaded: true,
      state: 0,
      title: 'My own title',
      labels: ['a', 'to read'],
      has_article: true,
    });
    const article = await (await t.send('GET', `/api/bookmarks/${id}/article`, { token })).text();
    const src = /<img[^>]* src="([^"]+)"/.exec(article)?.[1] ?? null;
    expect((await t.send('GET', path(src))).headers.get('content-type')).toBe('image/png');

    const marked = { token, json: { is_marked: true, is_archived: false } };
    const changed = await t.send('PATCH', `/api/bookmarks/${id}`, marked);
    expect(await json(changed)).toMatchObject({ id, is_marked: true, is_archived: false });
    const { provider } = profile as { provider: { id: string } };
    const out = await t.send('DELETE', `/api/profile/tokens/${provider.id}`, { token });
    expect(out.status).toBe(204);
    expect((await t.send('GET', '/api/profile', { token })).status).toBe(401);
  });

  it('find a server with notes and the colour "none" when they compare versions', async () => {
    const info = await json(await t.send('GET', '/api/info'));
    const { version, features, extensions } = info as {
      version: { canonical: string; release: string };
      features: string[];
      extensions: string[];
    };
    expect(version.release).toBe(version.canonical);
    expect(version.canonical.split('.').map(Number)).toEqual([0, 22, 3]);
    // A client that is generated from the description of the original service refuses other features.
    expect(features).toEqual(['oauth']);
    expect(extensions).toEqual(
      expect.arrayContaining(['annotation_notes', 'annotation_none_color', 'anchors']),
    );
    expect(extensions).toEqual(extensions.toSorted());
  });

  /** Signs in through the browser as an app does, and returns its token. */
  async function signIn(): Promise<string> {
    const registered = await t.send('POST', '/api/oauth/client', {
      json: {
        client_name: 'Reader',
        client_uri: 'https://app.example/',
        software_id: '7a2c',
        software_version: '0.9',
        redirect_uris: ['readeck.example:/callback'],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    });
    expect(registered.status).toBe(201);
    const { client_id } = await json(registered);
    const verifier = 'V'.repeat(64);
    const consent = `/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: String(client_id),
      redirect_uri: 'readeck.example:/callback',
      scope: 'bookmarks:read bookmarks:write profile:read',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'x1',
    })}`;
    const cookie = await t.cookieOf(ada);
    const form = await formOf(await t.send('GET', consent, { cookie, headers: OWN_PAGE }));
    const granted = { ...form, granted: '1' };
    const back = await t.send('POST', consent, { cookie, form: granted, headers: OWN_PAGE });
    const to = new URL(back.headers.get('location') ?? '');
    expect(to.searchParams.get('state')).toBe('x1');
    const answer = await t.send('POST', '/api/oauth/token', {
      json: {
        grant_type: 'authorization_code',
        code: to.searchParams.get('code'),
        code_verifier: verifier,
        client_id,
        redirect_uri: 'readeck.example:/callback',
      },
    });
    expect(answer.status).toBe(201);
    return String((await json(answer)).access_token);
  }

  it('sign in, keep a copy, and send their changes, as a mobile app does', async () => {
    const token = await signIn();
    const ids: string[] = [];
    for (const number of [1, 2, 3]) {
      t.advance(SECOND_MS);
      const body = { url: `https://nowhere.example/${number}`, title: '', labels: ['x'] };
      const made = await t.send('POST', '/api/bookmarks', { token, json: body });
      ids.push(made.headers.get('Bookmark-Id') ?? '');
    }
    await runDueJobs(t.server);

    // Reads all pages of the list. Unknown parameters are ignored.
    const seen: string[] = [];
    for (const offset of [0, 2]) {
      const list = `/api/bookmarks?limit=2&offset=${offset}&sort=created&labels=x&updated_since=2020-01-01T00:00:00Z`;
      const answer = await t.send('GET', list, { token });
      for (const name of PAGE_HEADERS) expect(answer.headers.has(name), name).toBe(true);
      for (const row of (await answer.json()) as Record<string, unknown>[]) {
        expect(row.authors === null || Array.isArray(row.authors)).toBe(true);
        expect(isDate(row.created) && isDate(row.updated)).toBe(true);
        seen.push(String(row.id));
      }
    }
    expect(seen).toEqual(ids);

    const [first = '', second = '', third = ''] = ids;
    t.advance(2 * SECOND_MS);
    const since = new Date(t.server.now()).toISOString();
    const change = { token, json: { is_archived: true, add_labels: ['y'], read_progress: 40 } };
    const changed = await json(await t.send('PATCH', `/api/bookmarks/${first}`, change));
    expect(isDate(changed.updated)).toBe(true);
    const wrong = await t.send('PATCH', `/api/bookmarks/${first}`, {
      token,
      json: { read_progress: 101 },
    });
    expect(wrong.status).toBe(400);
    expect(await json(wrong)).toMatchObject({ is_valid: false, fields: { read_progress: {} } });
    expect((await t.send('DELETE', `/api/bookmarks/${second}`, { token })).status).toBe(204);

    const news = await t.send('GET', `/api/bookmarks/sync?since=${since}`, { token });
    const entries = (await news.json()) as { id: string; type: string }[];
    expect(new Map(entries.map(({ id, type }) => [id, type]))).toEqual(
      new Map([
        [first, 'update'],
        [second, 'delete'],
      ]),
    );
    const parts = await receivedParts(
      await t.send('POST', '/api/bookmarks/sync', {
        token,
        json: { id: [first, third], with_json: true, with_html: true, with_resources: true },
      }),
    );
    expect(parts.map(({ type, bookmarkId }) => [type, bookmarkId])).toContainEqual(['json', first]);
    expect(parts.find(({ bookmarkId }) => bookmarkId === second)).toBeUndefined();
  });
});
