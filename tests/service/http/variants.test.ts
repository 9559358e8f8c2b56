import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MultipartParser, parseInstant, parseParameterHeader } from '../../../src/contract';
import {
  createdBookmark,
  createWithPage,
  eachPage,
  signInWithPassword,
  syncBookmarks,
  whenLoaded,
} from '../../../src/service';
import { OLDER_ID, OLDER_TOKEN, type OlderServer, olderServer } from '../../support/older-server';
import { good } from '../support/good';
import { type Loopback, listenWith } from '../support/loopback';
import { clientOf, quick, type TestClient } from '../support/real-server';

describe('with a foreign server', () => {
  let server: OlderServer;
  let loopback: Loopback;
  let my: TestClient;
  beforeEach(async () => {
    server = olderServer({ prefix: '/keep' });
    loopback = await listenWith((request) => server.app.fetch(request));
    my = clientOf({ base: `${loopback.base}/keep`, token: OLDER_TOKEN });
  });
  afterEach(() => loopback.close());

  it('accepts a missing feature list as an empty one', async () => {
    const { body } = good(await my.client.info.read());
    expect(body.features).toEqual([]);
    expect(body.version).toEqual({ canonical: '0.14.0-12-gabc1234', release: '', build: '' });
  });

  it('recognises a server without password sign-in by the redirect to its sign-in page', async () => {
    const connection = { base: `${loopback.base}/keep`, token: null };
    const form = { username: 'ada', password: 'secret', application: 'Leafmark' };
    const { signIn } = clientOf(connection).client;
    const answer = await signInWithPassword(signIn, { connection, transport: quick, ...form });
    const error = { kind: 'password-not-offered', detail: '', waitMs: null };
    expect(answer).toEqual({ ok: false, error });
    const bodies = server.seen.map(({ body }) => new TextDecoder().decode(body));
    expect(bodies.filter((body) => body.includes('secret'))).toHaveLength(1);
  });

  it('keeps the path prefix', async () => {
    await my.client.profile.read();
    expect(server.seen.at(-1)?.path).toBe('/keep/api/profile');
    await clientOf({ base: `${loopback.base}/keep/`, token: OLDER_TOKEN }).client.profile.read();
    expect(server.seen.at(-1)?.path).toBe('/keep/api/profile');
  });

  it('returns bookmarks in the normal form, page by page', async () => {
    const pages = await Array.fromAsync(eachPage(my.client.bookmarks.list));
    const items = pages.flatMap((page) => good(page).items);
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({ authors: [], word_count: 0 });
    expect(items.map(({ published }) => published)).toEqual([undefined, undefined]);
    expect(items[1]).toMatchObject({ type: 'article', document_type: 'pdf', mood: 'calm' });
    expect(items[1]?.resources.icon).toMatchObject({ width: 0, height: 0 });
  });

  it('sends a tag without quotes back unchanged and gets 304', async () => {
    const first = good(await my.client.bookmarks.list());
    const etag = first.headers.get('ETag')!;
    expect(etag).toBe('4c8e1f');
    const headers = { 'If-None-Match': etag };
    const again = good(await my.client.bookmarks.list({}, { headers }));
    expect(again).toMatchObject({ status: 304, body: null });
  });

  it('finds a created bookmark by its address and waits for it before a change', async () => {
    const made = createdBookmark(await my.client.bookmarks.create({ url: 'https://example.org/' }));
    const { id } = good(made);
    expect(id).toBe(OLDER_ID);
    const waits: number[] = [];
    const sleep = async (ms: number) => void waits.push(ms);
    const info = good(await whenLoaded(my.client.bookmarks.read, id, { sleep }));
    expect(info.loaded).toBe(true);
    expect(waits).toEqual([750, 1125]);
  });

  it('gives up on a bookmark that never finishes loading', async () => {
    server = olderServer({ prefix: '/keep', readsUntilLoaded: Number.POSITIVE_INFINITY });
    const answer = await whenLoaded(my.client.bookmarks.read, OLDER_ID, { sleep: async () => {} });
    expect(answer).toEqual({ ok: false, error: { kind: 'still-loading' } });
    expect(server.seen.length).toBeLessThan(40);
  });

  it('accepts strings for booleans, one label for a list, and an answer without a time', async () => {
    const changes = { is_marked: true, labels: ['ice'], read_progress: 5 };
    const { body } = good(await my.client.bookmarks.update(OLDER_ID, changes));
    expect(body).toMatchObject({ is_marked: true, labels: ['ice'], read_progress: 5, updated: '' });
  });

  it('returns bad fields with 400 as well as with 422', async () => {
    const answer = await my.client.bookmarks.update(OLDER_ID, { title: '' });
    const fields = [{ field: 'title', message: 'field is required' }];
    expect(answer).toEqual({
      ok: false,
      error: { kind: 'invalid', status: 400, fields, messages: [] },
    });
  });

  it('accepts a list of one label for the label, 200 for 201, and missing colours', async () => {
    const label = good(await my.client.labels.read({ name: 'ice' }));
    expect(label.body).toMatchObject({ name: 'ice', count: 1 });
    const link = good(await my.client.sharing.link(OLDER_ID));
    expect(link).toMatchObject({ status: 201, body: { id: OLDER_ID } });
    const { body } = good(await my.client.highlights.list(OLDER_ID));
    expect(body[0]).toMatchObject({ color: 'yellow', note: '' });
  });

  it('keeps a list whose times it cannot parse', async () => {
    const { body: entries } = good(await my.client.sync.list());
    expect(entries?.map(({ time }) => parseInstant(time))).toEqual([
      Date.parse('2026-01-02T03:04:05.123Z'),
      null,
    ]);
    const { body: found } = good(await my.client.collections.list());
    expect(found?.[0]).toMatchObject({ name: 'To read', type: null, search: '' });
  });

  it('drops one invalid bookmark of the stream and keeps the others', async () => {
    const answer = good(await my.client.sync.stream({ with_json: true }));
    const bookmarks = (await Array.fromAsync(syncBookmarks(answer, 10))).map(good);
    expect(bookmarks[0]).toMatchObject({
      id: OLDER_ID,
      info: { title: 'The harbour froze', labels: [] },
      html: '<section>Ice</section>',
      unusable: [],
    });
    expect(new TextDecoder().decode(bookmarks[0]?.resources[0]?.bytes)).toBe('PNG');
    expect(bookmarks[1]).toMatchObject({
      info: null,
      unusable: [{ what: 'json', why: 'malformed' }],
    });
  });

  it('registers with a server that sends lists as strings, and reads its refusal with any status', async () => {
    const { body } = good(
      await my.client.oauth.register({
        client_name: 'a',
        client_uri: 'https://a.example/',
        software_id: 'a',
        software_version: '1',
      }),
    );
    expect(body).toMatchObject({ grant_types: ['authorization_code'], redirect_uris: [] });
    const grant = { grant_type: 'authorization_code', code: 'a', code_verifier: 'b' } as const;
    expect(await my.client.oauth.token(grant)).toEqual({
      ok: false,
      error: { kind: 'oauth', code: 'invalid_client', description: 'unknown' },
    });
  });

  it('sends a page with the location of each file', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x0d, 0x0a, 0x2d, 0x2d]);
    const image = { url: 'https://example.org/a.png', contentType: 'image/png', content: png };
    const made = await createWithPage(my.send, {
      url: 'HTTPS://user:secret@Example.ORG:443/a?b#c',
      title: 'Ice "and" more',
      labels: ['one', 'two'],
      html: '<p>Ice</p>',
      findsMain: false,
      resources: [image, { ...image, url: 'not an address' }],
    });
    expect(made).toEqual({ ok: true, value: { id: OLDER_ID } });
    const parts = partsOf(server.seen.at(-1)!);
    expect(parts.map(({ name, location, text }) => [name, location ?? text])).toEqual([
      ['url', 'https://example.org/a?b'],
      ['title', 'Ice "and" more'],
      ['labels', 'one'],
      ['labels', 'two'],
      ['feature_find_main', 'false'],
      ['resource', 'https://example.org/a?b'],
      ['resource', 'https://example.org/a.png'],
    ]);
    expect(parts[5]).toMatchObject({ text: '<p>Ice</p>', filename: '_' });
    expect(parts[6]?.bytes).toEqual(png);
  });
});

/** The parts of a form as they went over the wire. */
function partsOf({ headers, body }: OlderServer['seen'][number]) {
  const type = parseParameterHeader(headers.get('content-type') ?? '');
  const parts: { name?: string; filename?: string; location?: string; bytes: Uint8Array }[] = [];
  const parser = new MultipartParser(type.parameters.get('boundary') ?? '', {
    onPart(head) {
      const { parameters } = parseParameterHeader(head.get('content-disposition') ?? '');
      parts.push({
        ...Object.fromEntries(parameters),
        ...(head.has('location') && { location: head.get('location')! }),
        bytes: new Uint8Array(),
      });
    },
    onBytes: (bytes) => {
      const last = parts.at(-1)!;
      last.bytes = new Uint8Array([...last.bytes, ...bytes]);
    },
    onPartEnd: () => undefined,
  });
  parser.write(body);
  expect(parser.isComplete).toBe(true);
  return parts.map((part) => ({ ...part, text: new TextDecoder().decode(part.bytes) }));
}
