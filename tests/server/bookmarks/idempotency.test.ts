import { afterEach, beforeEach, expect, it } from 'vitest';
import { EVERYTHING, type UserRow } from '../../../server/storage';
import { FormError, IDEMPOTENCY_KEY_LIFETIME_MS } from '../../../src/contract';
import { DATABASES, describeOnDatabases } from '../storage/support/databases';
import { type Sent, startServer, type TestServer } from '../support/test-server';

const JSON_BODY = { url: 'https://example.org/', title: 'A', labels: ['x', 'y'] };

describeOnDatabases('an idempotency key on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  beforeEach(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
    token = await t.tokenOf(ada);
  });
  afterEach(() => t.remove());

  const post = (key: string, sent: Sent = { json: JSON_BODY }, on = t) => {
    const headers = { 'idempotency-key': key, ...sent.headers };
    return on.send('POST', '/api/bookmarks', { token, ...sent, headers });
  };
  const repeat = (key: string, json: object = JSON_BODY) =>
    post(key, { json, headers: { 'idempotency-repeat': '1' } });
  const idOf = (answer: Response) => answer.headers.get('Bookmark-Id');
  const count = () => t.storage.bookmarks.count(ada.id, EVERYTHING);

  it('gets the same response again', async () => {
    const first = await post('one');
    const second = await post('one');
    expect(second.status).toBe(202);
    for (const name of ['Bookmark-Id', 'Location', 'Link']) {
      expect(second.headers.get(name), name).toBe(first.headers.get(name));
    }
    expect(await second.json()).toEqual(await first.json());
    expect(await count()).toBe(1);
  });

  it('recognises the same request in another format', async () => {
    const form = new URLSearchParams([
      ['title', 'A'],
      ['url', 'https://example.org/'],
      ['labels', 'x'],
      ['labels', ' y '],
    ]);
    expect(idOf(await post('one', { form }))).toBe(idOf(await post('one')));
  });

  it('gets the same response after the bookmark was deleted, if the client repeats it', async () => {
    const first = idOf(await post('one'));
    await t.storage.bookmarks.delete(ada.id, [first ?? '']);
    expect(idOf(await repeat('one'))).toBe(first);
    expect(await count()).toBe(0);
    const changed = await repeat('one', { ...JSON_BODY, title: 'B' });
    expect(changed.status).toBe(202);
    expect(idOf(changed)).not.toBe(first);
    expect(await count()).toBe(1);
  });

  it('creates one new bookmark after the first was deleted, in any process', async () => {
    const first = idOf(await post('one'));
    await t.storage.bookmarks.delete(ada.id, [first ?? '']);
    const other = database === DATABASES[1][1] ? await t.anotherProcess() : t;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_request, n) => post('one', undefined, n % 2 ? other : t)),
    );
    const ids = new Set(answers.map(idOf));
    expect(ids.size).toBe(1);
    expect(ids).not.toContain(first);
    expect(await count()).toBe(1);
    const another = { json: { ...JSON_BODY, title: 'B' } };
    expect((await post('one', another)).status).toBe(422);
    await t.storage.bookmarks.delete(
      ada.id,
      [...ids].flatMap((id) => id ?? []),
    );
    expect((await post('one', another)).status).toBe(202);
    expect(await count()).toBe(1);
  });

  it('creates one bookmark for many requests at the same time, in any process', async () => {
    const other = database === DATABASES[1][1] ? await t.anotherProcess() : t;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_request, n) => post('one', undefined, n % 2 ? other : t)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await count()).toBe(1);
    expect(await t.storage.jobs.claim('extraction', 10, 1000)).toHaveLength(1);
  });

  it.each<[string, Sent]>([
    ['address', { json: { ...JSON_BODY, url: 'https://example.org/b' } }],
    ['label', { json: { ...JSON_BODY, labels: ['x'] } }],
    ['date', { json: { ...JSON_BODY, created: '2020-01-01' } }],
    ['page', { json: { ...JSON_BODY, html: '<p>Hello' } }],
    ['archive', { json: { ...JSON_BODY, is_archived: true } }],
    ['favourite', { json: { ...JSON_BODY, is_marked: true } }],
    ['reading position', { json: { ...JSON_BODY, read_progress: 7 } }],
    ['place', { json: { ...JSON_BODY, read_anchor: 'p' } }],
  ])('is refused with another %s, and the answer names the bookmark', async (_what, sent) => {
    const first = idOf(await post('one'));
    const answer = await post('one', sent);
    expect(answer.status).toBe(422);
    expect(idOf(answer)).toBe(first);
    expect(FormError.parse(await answer.json()).errors).toEqual([
      'Idempotency-Key was used for another request',
    ]);
    expect(await count()).toBe(1);
  });

  it('compares pages by their bytes', async () => {
    const sent = (html: string) => ({ json: { ...JSON_BODY, html } });
    const first = await post('one', sent('<p>Hello'));
    expect(idOf(await post('one', sent('<p>Hello')))).toBe(idOf(first));
    expect((await post('one', sent('<p>Hallo'))).status).toBe(422);
  });

  it('is valid for one user and for one day', async () => {
    const first = idOf(await post('one'));
    const bob = await t.tokenOf(await t.addUser('bob'));
    expect(idOf(await post('one', { json: JSON_BODY, token: bob }))).not.toBe(first);
    t.advance(IDEMPOTENCY_KEY_LIFETIME_MS - 1);
    expect(idOf(await post('one'))).toBe(first);
    t.advance(1);
    expect(idOf(await post('one'))).not.toBe(first);
  });

  it('is not used up by a refused request', async () => {
    expect((await post('one', { json: { url: 'nothing' } })).status).toBe(422);
    expect((await post('one')).status).toBe(202);
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['no text', '\u0080'],
  ])('is refused when it is %s', async (_what, key) => {
    const answer = await post(key);
    expect(answer.status).toBe(422);
    expect(FormError.parse(await answer.json()).errors).toEqual([
      'Idempotency-Key must have 1 to 255 characters',
    ]);
    expect(await count()).toBe(0);
  });

  it('is listed among the extensions', async () => {
    const info = (await (await t.send('GET', '/api/info')).json()) as { extensions: string[] };
    expect(info.extensions).toContain('idempotency');
  });
});
