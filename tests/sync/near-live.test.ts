import '../support/indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashSecret } from '../../server/account/secrets';
import { ok } from '../../src/domain';
import { createBackgroundSync } from '../../src/extension/sync/background-sync';
import { type Account, createdBookmark, platformTransport } from '../../src/service';
import { fakeExtension } from '../extension/support/fake-extension';
import { fakeLocks } from '../extension/sync/fake-locks';
import { pagePort } from '../extension/sync/page-port';
import { type TestLibrary, testLibrary, value } from '../library/library';
import { DATABASES } from '../server/storage/support/databases';
import { type RealServer, startReal } from '../service/support/real-server';
import { keyOf } from './support/world';

const URL_A = 'https://pages.example/a';

let real: RealServer;
let test: TestLibrary;
let account: Account | null;
let token: string;
/** The sign-in is not good any more, as a round of sync says it. */
const tokenRefused = vi.fn(async () => {});
beforeEach(async () => {
  real = await startReal(DATABASES[0][1]);
  tokenRefused.mockClear();
  token = await real.t.tokenOf(await real.t.addUser());
  test = await testLibrary({ now: real.t.server.now });
  account = {
    ...{ id: 'a', library: null, base: real.base, token, credential: 'token', tokenId: '' },
    ...{ username: 'ada', permissions: [], scopes: [], serverVersion: '', features: [] },
    ...{ extraHeaders: {}, signedInAt: 0, signedOutAt: null },
  };
});
afterEach(() => real.stop());

const startSync = () =>
  createBackgroundSync({
    browser: fakeExtension().browser,
    accounts: { current: async () => account, tokenRefused },
    libraries: { open: async () => ok(test.library) },
    isAllowed: async () => true,
    alarm: { begin: async () => {}, setFor: async () => {}, clear: async () => {} },
    transport: platformTransport,
    locks: fakeLocks(),
    now: real.t.server.now,
    random: () => 0.5,
    connection: () => undefined,
  });

/** What comes by itself: nobody asks for a round. */
const hasCome = (title: string) =>
  vi.waitFor(async () =>
    expect(await test.library.bookmarks.findByUrlKey(keyOf(URL_A))).toMatchObject({ title }),
  );

describe('while somebody looks at a page', () => {
  it('what changes elsewhere comes by itself', async () => {
    const page = pagePort();
    const sync = startSync();
    sync.addPort(page.end);
    await vi.waitFor(() => expect(page.said.at(-1)).toEqual({ isFollowed: true }));
    const { client } = real.as(token);
    const made = value(
      createdBookmark(await client.bookmarks.create({ url: URL_A, title: 'Made there' })),
    );
    await hasCome('Made there');
    value(await client.bookmarks.update(made.id, { title: 'Changed' }));
    await hasCome('Changed');
    page.close();
    await sync.run('background');
  });

  it('what had changed before they looked comes, too', async () => {
    const { client } = real.as(token);
    value(await client.bookmarks.create({ url: URL_A, title: 'Made there' }));
    const page = pagePort();
    const sync = startSync();
    sync.addPort(page.end);
    await hasCome('Made there');
    page.close();
    await sync.run('background');
  });

  it('the line is let go when nobody is signed in any more', async () => {
    const page = pagePort();
    const sync = startSync();
    sync.addPort(page.end);
    await vi.waitFor(() => expect(page.said.at(-1)).toEqual({ isFollowed: true }));
    account = null;
    await sync.restart();
    expect(page.said.at(-1)).toEqual({ isFollowed: false });
  });

  it('a sign-in that is withdrawn on the server is told at once', async () => {
    const page = pagePort();
    const sync = startSync();
    sync.addPort(page.end);
    await vi.waitFor(() => expect(page.said.at(-1)).toEqual({ isFollowed: true }));
    const { tokens } = real.t.storage;
    const found = await tokens.authenticate(hashSecret(token));
    await tokens.delete(found!.user.id, found!.token.id);
    await vi.waitFor(() => expect(tokenRefused).toHaveBeenCalled());
    page.close();
    await sync.run('background');
  });
});
