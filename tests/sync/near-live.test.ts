import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashSecret } from '../../server/account/secrets';
import { createBackgroundSync } from '../../src/background/sync/background-sync';
import { ok } from '../../src/domain/result';
import { type Account, createdBookmark, platformTransport } from '../../src/service';
import { signedInAccount } from '../background/support/signed-in-account';
import { fakeLocks } from '../background/sync/fake-locks';
import { pagePort } from '../background/sync/page-port';
import { type TestLibrary, testLibrary, value } from '../library/library';
import { DATABASES } from '../server/storage/support/databases';
import { type RealServer, startReal } from '../service/support/real-server';
import { keyOf } from './support/world';

const URL_A = 'https://pages.example/a';

let real: RealServer;
let test: TestLibrary;
let account: Account | null;
let token: string;
/** Called when a round of sync finds that the token is no longer valid. */
const tokenRefused = vi.fn(async () => {});
beforeEach(async () => {
  real = await startReal(DATABASES[0][1]);
  tokenRefused.mockClear();
  token = await real.t.tokenOf(await real.t.addUser());
  test = await testLibrary({ now: real.t.server.now });
  account = signedInAccount({ base: real.base, token });
});
afterEach(() => real.stop());

const startSync = () =>
  createBackgroundSync({
    stayAwake: (work) => work(),
    accounts: { current: async () => account, tokenRefused, refreshPermissions: async () => {} },
    libraries: { open: async () => ok(test.library) },
    isAllowed: async () => true,
    alarm: { begin: async () => {}, setFor: async () => {}, clear: async () => {} },
    transport: platformTransport,
    locks: fakeLocks(),
    now: real.t.server.now,
    random: () => 0.5,
    articlesToFetch: async () => 'all',
  });

/** Waits until the library has the title, without asking for a round. */
const hasCome = (title: string) =>
  vi.waitFor(async () =>
    expect(await test.library.bookmarks.findByUrlKey(keyOf(URL_A))).toMatchObject({ title }),
  );

describe('while a page of the extension is open', () => {
  it('receives changes from elsewhere by itself', async () => {
    const page = pagePort();
    const sync = startSync();
    sync.addPort(page.end);
    await vi.waitFor(() => expect(page.posted.at(-1)).toEqual({ isFollowed: true }));
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

  it('receives changes that were made before the page was opened', async () => {
    const { client } = real.as(token);
    value(await client.bookmarks.create({ url: URL_A, title: 'Made there' }));
    const page = pagePort();
    const sync = startSync();
    sync.addPort(page.end);
    await hasCome('Made there');
    page.close();
    await sync.run('background');
  });

  it('closes the event stream when nobody is signed in any more', async () => {
    const page = pagePort();
    const sync = startSync();
    sync.addPort(page.end);
    await vi.waitFor(() => expect(page.posted.at(-1)).toEqual({ isFollowed: true }));
    account = null;
    await sync.restart();
    expect(page.posted.at(-1)).toEqual({ isFollowed: false });
  });

  it('reports at once that a token was withdrawn on the server', async () => {
    const page = pagePort();
    const sync = startSync();
    sync.addPort(page.end);
    await vi.waitFor(() => expect(page.posted.at(-1)).toEqual({ isFollowed: true }));
    const { tokens } = real.t.storage;
    const found = await tokens.authenticate(hashSecret(token));
    await tokens.delete(found!.user.id, found!.token.id);
    await vi.waitFor(() => expect(tokenRefused).toHaveBeenCalled());
    page.close();
    await sync.run('background');
  });
});
