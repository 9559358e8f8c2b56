import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashSecret, newSecret } from '../../../server/account/secrets';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts';
import { DATABASES, type TestDatabase } from '../storage/support/databases';
import { addUser, fakeToken } from '../storage/support/rows';
import { buildRealServer, type RealServer, startRealServer } from '../support/real-server';

const URL_OF_PAPER = 'https://harbour.example/papers/winter.pdf';
const PAPER = readFileSync(join(import.meta.dirname, 'fixtures', 'pdf', 'latex-columns.pdf'));

describe('a PDF that is sent to the program of the server', () => {
  const [[, sqlite]] = DATABASES;
  let db: TestDatabase;
  let server: RealServer;
  let token: string;
  beforeEach(async () => {
    db = await sqlite();
    const storage = await db.open();
    const ada = await addUser(storage);
    token = newSecret();
    await storage.tokens.create(fakeToken({ userId: ada.id, hash: hashSecret(token) }));
    server = await startRealServer(await buildRealServer(), db);
  });
  afterEach(async () => {
    await server.end('SIGKILL');
    await db.remove();
  });

  it('becomes an article, though the site would not send it to the server', async () => {
    const body = new FormData();
    const head = JSON.stringify({
      url: URL_OF_PAPER,
      headers: { 'content-type': 'application/pdf' },
    });
    body.set('url', URL_OF_PAPER);
    body.set('resource', new Blob([head, '\n', new Uint8Array(PAPER)]), 'winter.pdf');
    const saved = await server.send('POST', '/api/bookmarks', { token, body });
    expect(saved.status).toBe(202);
    const path = `/api/bookmarks/${saved.headers.get('bookmark-id')}`;
    const info = await vi.waitFor(async () => {
      const found = await (await server.send('GET', path, { token })).json();
      expect(found).toMatchObject({ state: 0, loaded: true });
      return found;
    }, CONDITION_TIMEOUT_MS);
    expect(info).toMatchObject({
      title: 'A harbour in columns',
      authors: ['Ada Quist', 'Bo Lindqvist'],
    });
    const article = await (await server.send('GET', `${path}/article`, { token })).text();
    expect(article).toContain('id="user-content-page-4"');
  });
});
