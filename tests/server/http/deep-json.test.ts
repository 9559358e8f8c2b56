import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../storage/support/databases';
import { startServer, type TestServer } from '../support/test-server';

const DEPTH = 10_000;
const list = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
const objectOf = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const object = objectOf(DEPTH);
/** As deep as fits into a body without an account. */
const short = objectOf(1300);

describeOnDatabases('deeply nested JSON on %s', (database) => {
  let t: TestServer;
  let token: string;
  beforeAll(async () => {
    t = await startServer(database);
    token = await t.tokenOf(await t.addUser('ada'));
  });
  afterAll(() => t.remove());

  it.each([
    ['/api/bookmarks', list],
    ['/api/bookmarks', object],
    ['/api/bookmarks', `{"url":${list}}`],
    ['/api/bookmarks', `{"url":"https://example.org/","labels":${list}}`],
    ['/api/bookmarks', `{"url":"https://example.org/","title":${object}}`],
    ['/api/bookmarks/collections', `{"name":"a","type":${list}}`],
    ['/api/oauth/client', `{"client_name":"a","redirect_uris":${short}}`],
    ['/api/oauth/token', short],
    ['/api/auth', `{"username":${short}}`],
  ])('is refused by %s without creating anything', async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await t.send('POST', path, { token, headers, body });
    expect([400, 422]).toContain(answer.status);
    expect(t.logged.map(({ event }) => event)).not.toContain('fault');
    const listed = await t.send('GET', '/api/bookmarks', { token });
    expect(await listed.json()).toEqual([]);
  });
});
