import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { ok } from '../../../src/domain/result';
import { DAY_MS, HOUR_MS } from '../../../src/domain/time';
import {
  createImportSource,
  type ImportSourceReader,
} from '../../../src/extension/transfer/import-source';
import { type ImportRepository, importRepository } from '../../../src/library';
import type { ImportSource } from '../../../src/service';
import { PASSWORD, useAccounts } from '../../background/account/account-world';
import { fakeLocks } from '../../background/sync/fake-locks';
import { type TestLibrary, testLibrary, value } from '../../library/library';
import { CHOICES } from '../../transfer/import-jobs';

const world = useAccounts();

/** The library that imports, and those into which servers are read, by their names. */
let here: TestLibrary;
let libraries: Map<string | null, TestLibrary>;
let imports: ImportRepository;
let reader: ImportSourceReader;

/** Starts a worker. The last one may have been killed. */
function startReader(): void {
  reader = createImportSource({
    alarms: world.fake.browser.alarms,
    stayAwake: (work) => work(),
    accounts: world.accounts,
    libraries: {
      async open(name) {
        const library =
          libraries.get(name) ?? (await testLibrary({ now: world.real.t.server.now }));
        libraries.set(name, library);
        return ok(library.library);
      },
    },
    isAllowed: async (base) => world.fake.origins.has(`http://${new URL(base).hostname}/*`),
    transport: { ...world.transport },
    locks: fakeLocks(),
    now: world.real.t.server.now,
    random: () => 0.5,
  });
}

beforeEach(async () => {
  here = await testLibrary();
  libraries = new Map([[null, here]]);
  imports = here.library.part(importRepository);
  startReader();
  for (const at of [1, 2]) {
    const { client } = world.real.as(await world.real.t.tokenOf(world.user));
    value(await client.bookmarks.create({ url: `https://one.example/${at}` }));
  }
});

/** Signs in to the server of an import. */
async function signIn(person: UserRow = world.user): Promise<ImportSource> {
  expect(await world.find(world.real.base, 'import')).toBeNull();
  const request = { way: 'password', username: person.username, password: PASSWORD };
  expect(await world.ask('signIn', request)).toBeNull();
  return (await world.accounts.source()) ?? expect.fail('no source');
}

/** Starts the import of a server that was signed in to. */
async function startImport({ account }: ImportSource, total = 2) {
  const job = { fileName: 'read.example', format: 'server', choices: CHOICES, total };
  const times = { startedAt: world.real.t.server.now() };
  const id = value(await imports.start({ ...job, ...times, source: account.library ?? '' }));
  if (id === null) throw new Error('another import is not finished');
  value(await imports.resume(id));
  return id;
}

/** Reads the server of an import, as the background does. */
const read = async (id: number, signal = new AbortController().signal) => {
  const job = (await imports.get(id)) ?? expect.fail('no job');
  return reader.read(here.library, job, signal);
};

const isRead = async (id: number) => (await imports.get(id))?.isSourceRead === true;
const sourceLibrary = ({ account }: ImportSource) =>
  libraries.get(account.library) ?? expect.fail('nothing was read');
const tokens = async () =>
  (await world.real.t.storage.tokens.list(world.user.id, { limit: 10, offset: 0 })).rows;
/** The tokens before the sign-in: the one with which the pages were saved, twice. */
const SAVED_WITH = 2;

describe('a sign-in to the server of an import', () => {
  it('leaves the accounts and the library in use, and publishes no secret', async () => {
    const { account, into } = await signIn();
    expect(into).toBeNull();
    expect(account.library).toBe(account.id);
    const status = await world.status();
    expect(status).toMatchObject({
      active: null,
      accounts: [],
      library: null,
      signIn: null,
      source: { account: { username: 'ada' }, into: null },
    });
    expect(JSON.stringify(status)).not.toContain(account.token);
    expect(await tokens()).toHaveLength(SAVED_WITH + 1);
  });

  it('has a library of its own, also on the server of an account', async () => {
    await world.signInAs(world.user);
    const { active, library } = await world.status();
    const { account } = await signIn();
    expect(await world.status()).toMatchObject({ active, library });
    expect(account.library).not.toBe(library);
    await world.accounts.leaveSource(account.id);
    expect(world.removed).toEqual([account.library]);
    expect(await world.status()).toMatchObject({ active, library, source: null });
  });

  it('is not one while another server is read, and its token is revoked', async () => {
    const first = await signIn();
    const bob = await world.real.t.addUser('bob', { password: PASSWORD });
    expect(await world.find(world.real.base, 'import')).toBeNull();
    const request = { way: 'password', username: 'bob', password: PASSWORD };
    const refused = { kind: 'other-person', detail: 'ada' };
    expect(await world.ask('signIn', request)).toMatchObject(refused);
    expect(await world.accounts.source()).toEqual(first);
    await vi.waitFor(async () => {
      const list = await world.real.t.storage.tokens.list(bob.id, { limit: 10, offset: 0 });
      expect(list.rows).toEqual([]);
    });
  });

  it('ends with the account whose library it is for', async () => {
    await world.signInAs(world.user);
    const { active } = await world.status();
    const { account } = await signIn();
    await world.ask('signOut', { id: active, keep: false });
    expect(world.removed).toEqual([null, account.library]);
    expect(await world.status()).toMatchObject({ accounts: [], source: null });
    expect([...world.fake.origins]).toEqual([]);
  });
});

describe('two sign-ins, one of an account and one of an import', () => {
  it('are each cancelled alone', async () => {
    await world.find(world.real.base, 'account');
    await world.ask('cancelSignIn', { use: 'import' });
    expect(await world.status()).toMatchObject({ signIn: { kind: 'choosing' } });
    await world.find(world.real.base, 'import');
    await world.ask('cancelSignIn', { use: 'account' });
    expect(await world.status()).toMatchObject({ signInFor: 'import' });
    await world.ask('cancelSignIn', { use: 'import' });
    expect(await world.status()).toMatchObject({ signIn: null });
    expect([...world.fake.origins]).toEqual([]);
  });

  it('ask for as much as each needs', async () => {
    const asked: string[] = [];
    world.fake.window = async (url) => {
      asked.push(new URL(url).searchParams.get('scope') ?? '');
      throw new Error('The user did not approve access.');
    };
    for (const use of ['account', 'import'] as const) {
      await world.find(world.real.base, use);
      await world.ask('signIn', { way: 'code' });
      await vi.waitFor(() => expect(asked).toHaveLength(use === 'account' ? 1 : 2));
    }
    expect(asked).toEqual([
      'bookmarks:read bookmarks:write profile:read',
      'bookmarks:read profile:read',
    ]);
  });
});

describe('the server of an import', () => {
  it('is read for the preview without its articles, and again with them once the import has started', async () => {
    const source = await signIn();
    await reader.run('background');
    expect(await sourceLibrary(source).tables.bookmarks.count()).toBe(2);
    const id = await startImport(source, 1);
    expect(await isRead(id)).toBe(false);
    expect(await read(id)).toBe(true);
    expect(await imports.get(id)).toMatchObject({ isSourceRead: true, total: 2 });
    // Nothing may change while its rows are copied.
    const { client } = world.real.as(await world.real.t.tokenOf(world.user));
    value(await client.bookmarks.create({ url: 'https://one.example/3' }));
    await reader.run('manual');
    expect(await sourceLibrary(source).tables.bookmarks.count()).toBe(2);
  });

  it('is left when its import has ended: the token is revoked, and library and permission are removed', async () => {
    const source = await signIn();
    const id = await startImport(source);
    await reader.settle();
    expect(world.removed).toEqual([]);
    expect(await read(id)).toBe(true);
    value(await imports.finish(id, { isCancelled: false, problem: null }));
    await reader.settle();
    expect(world.removed).toEqual([source.account.library]);
    await vi.waitFor(async () => expect(await tokens()).toHaveLength(SAVED_WITH));
    await vi.waitFor(() => expect([...world.fake.origins]).toEqual([]));
    expect(await world.status()).toMatchObject({ source: null });
  });

  it('keeps a pasted token valid, which the person may use elsewhere', async () => {
    expect(await world.find(world.real.base, 'import')).toBeNull();
    const token = await world.real.t.tokenOf(world.user);
    expect(await world.ask('signIn', { way: 'token', token })).toBeNull();
    const before = (await tokens()).length;
    await world.accounts.leaveSource((await world.accounts.source())?.account.id ?? '');
    expect(await world.status()).toMatchObject({ source: null, pendingRevocations: [] });
    expect(await tokens()).toHaveLength(before);
  });

  it('asks for a new sign-in when its token ends, and goes on in the same library', async () => {
    const source = await signIn();
    const id = await startImport(source);
    world.replaceAnswer = (path) =>
      path.endsWith('/bookmarks/sync')
        ? Response.json({ status: 401, message: 'Unauthorized' }, { status: 401 })
        : null;
    expect(await read(id)).toBe(false);
    world.replaceAnswer = null;
    expect((await world.status()).source?.account.signedOutAt).not.toBeNull();
    // There is no token to ask with.
    expect(await read(id)).toBe(false);
    const again = await signIn();
    expect(again.account).toMatchObject({ id: source.account.id, library: source.account.library });
    expect(await read(id)).toBe(true);
  });

  it('is read later when it cannot be reached, and at once when the network is back', async () => {
    const source = await signIn();
    const id = await startImport(source);
    world.online = false;
    expect(await read(id)).toBe(false);
    const { sync } = sourceLibrary(source).library;
    expect(await sync.meta()).toMatchObject({ stop: { kind: 'offline' } });
    expect([...world.fake.alarms]).toContain('import-source');
    expect(await imports.get(id)).toMatchObject({ state: 'running' });
    world.online = true;
    await reader.run('background');
    expect(await isRead(id)).toBe(false);
    await reader.run('foreground');
    expect(await isRead(id)).toBe(true);
  });

  it('is not asked before the time for which it asked to wait', async () => {
    const source = await signIn();
    const id = await startImport(source);
    const busy = { status: 429, headers: { 'Retry-After': '7200' } };
    world.replaceAnswer = (path) =>
      path.endsWith('/bookmarks/sync') ? Response.json({ status: 429, message: 'No' }, busy) : null;
    expect(await read(id)).toBe(false);
    world.replaceAnswer = null;
    world.real.t.advance(HOUR_MS);
    expect(await read(id)).toBe(false);
    world.real.t.advance(2 * HOUR_MS);
    expect(await read(id)).toBe(true);
  });

  it('is read on after the worker was killed', async () => {
    const source = await signIn();
    const id = await startImport(source);
    world.restart();
    startReader();
    expect(await read(id)).toBe(true);
    expect(await sourceLibrary(source).tables.bookmarks.count()).toBe(2);
  });

  it('is not read to its end when the person pauses the import', async () => {
    const source = await signIn();
    const id = await startImport(source);
    let isAsked = false;
    world.replaceAnswer = (path) => {
      if (!path.endsWith('/bookmarks/sync') || isAsked) return null;
      isAsked = true;
      void imports.pause(id, null);
      return null;
    };
    const isRead = await read(id);
    expect([isAsked, isRead]).toEqual([true, false]);
    value(await imports.resume(id));
    expect(await read(id)).toBe(true);
  });

  it('is given up when no import was started for a day', async () => {
    const source = await signIn();
    world.real.t.advance(DAY_MS);
    await reader.settle();
    expect(world.removed).toEqual([]);
    world.real.t.advance(1);
    await reader.settle();
    expect(world.removed).toEqual([source.account.library]);
  });

  it('pauses an import that an earlier version has begun', async () => {
    const job = { fileName: 'read.example', format: 'server', choices: CHOICES, total: 2 };
    const id = value(await imports.start({ ...job, startedAt: world.real.t.server.now() })) ?? 0;
    value(await imports.resume(id));
    expect(await read(id)).toBe(false);
    expect(await imports.get(id)).toMatchObject({ state: 'paused', problem: 'source-gone' });
  });

  it('pauses an import whose server was left', async () => {
    const source = await signIn();
    const id = await startImport(source);
    await world.accounts.leaveSource(source.account.id);
    expect(await read(id)).toBe(false);
    expect(await imports.get(id)).toMatchObject({ state: 'paused', problem: 'source-gone' });
  });
});
