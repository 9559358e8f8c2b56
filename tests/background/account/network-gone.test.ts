import { describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/domain/time';
import { formOf, OWN_PAGE } from '../../server/support/oauth';
import { PASSWORD, problemOf, SOON, useAccounts } from './account-world';

const world = useAccounts();

const status = (expected: object) =>
  vi.waitFor(async () => expect(await world.status()).toMatchObject(expected), SOON);
const signedIn = {
  signIn: null,
  pendingRevocations: [],
  accounts: [{ username: 'ada', signedOutAt: null }],
};
const paused = { signIn: { kind: 'checking', problem: problemOf('offline') } };
const tokensOfAda = async () => {
  const page = { limit: 10, offset: 0 };
  return (await world.real.t.storage.tokens.list(world.user.id, page)).rows;
};

/** Disconnects the server, once, when `mark` is written to the storage. */
const disconnectWhenStored = (mark: string) => {
  const { set } = world.fake.secrets;
  world.fake.secrets.set = async (items) => {
    await set(items);
    if (!JSON.stringify(items).includes(mark)) return;
    world.online = false;
    world.fake.secrets.set = set;
  };
};
const GRANTED = '"opening"';

const signInByCode = async () => {
  world.fake.window = world.decideInWindow(true);
  await world.find();
  await world.ask('signIn', { way: 'code' });
};
const signInByDevice = async () => {
  await world.find();
  await world.ask('signIn', { way: 'device' });
  const { signIn } = await world.status();
  if (signIn?.kind !== 'device') throw new Error('No code is shown');
  const { pathname, search } = new URL(signIn.pageWithCode);
  const cookie = await world.real.t.cookieOf(world.user);
  const page = await world.real.t.send('GET', pathname + search, { cookie, headers: OWN_PAGE });
  const form = { ...(await formOf(page)), granted: '1' };
  await world.real.t.send('POST', pathname + search, { cookie, form, headers: OWN_PAGE });
  await vi.waitFor(async () => {
    world.wake();
    expect(world.online).toBe(false);
  }, SOON);
};
const signInByPassword = async () => {
  await world.find();
  await world.ask('signIn', { way: 'password', username: 'ada', password: PASSWORD });
};

const busy = () =>
  Response.json(
    { status: 429, message: 'too many' },
    { status: 429, headers: { 'Retry-After': '90' } },
  );

describe('a token that was issued before the network failed', () => {
  it.each([
    ['code', signInByCode],
    ['device', signInByDevice],
    ['password', signInByPassword],
  ] as const)(
    'is kept, and the sign-in continues with it automatically (by %s)',
    async (_, begin) => {
      disconnectWhenStored(GRANTED);
      await begin();
      await status({ ...paused, active: null });
      expect([...world.fake.alarms]).toEqual(['sign-in']);
      const kept: unknown = JSON.parse(world.fake.secrets.kept.get('signIn') ?? '');
      const token = String(Object(kept).step.credential.token);
      expect(token.length).toBeGreaterThan(20);
      expect(JSON.stringify(await world.status())).not.toContain(token);
      world.online = true;
      await world.restart().resume();
      expect(await world.status()).toMatchObject(paused); // The next attempt is not due yet.
      world.real.t.advance(HOUR_MS);
      await world.accounts.resume();
      expect(await world.status()).toMatchObject(signedIn);
      expect(await tokensOfAda()).toHaveLength(1);
      expect([...world.fake.alarms]).toEqual([]);
    },
  );

  it('is used at once when the user retries in the same worker', async () => {
    disconnectWhenStored(GRANTED);
    await signInByCode();
    await status(paused);
    await world.ask('pokeSignIn');
    await status(paused);
    world.online = true;
    await world.ask('pokeSignIn');
    await world.ask('pokeSignIn');
    await status(signedIn);
    expect(await tokensOfAda()).toHaveLength(1);
  });

  it('waits as long as the server requests, even when the user retries', async () => {
    world.replaceAnswer = (path) => (path.endsWith('/api/profile') ? busy() : null);
    await signInByPassword();
    const rateLimited = {
      kind: 'checking',
      problem: { kind: 'rate-limited', waitMs: 90_000 },
      notBefore: world.real.t.server.now() + 90_000,
    };
    await status({ signIn: rateLimited });
    world.replaceAnswer = null;
    await world.ask('pokeSignIn');
    await world.accounts.resume();
    expect(await world.status()).toMatchObject({ signIn: rateLimited });
    world.real.t.advance(90_000);
    await world.ask('pokeSignIn');
    await status(signedIn);
  });

  it('leaves the existing account unchanged', async () => {
    await world.signInAs(await world.real.t.addUser('bob'));
    const before = await world.accounts.current();
    disconnectWhenStored(GRANTED);
    await signInByPassword();
    await status({ ...paused, active: before?.id });
    expect(await world.accounts.current()).toEqual(before);
    await world.ask('cancelSignIn', { use: 'account' });
    expect(await world.accounts.current()).toEqual(before);
  });

  it('is revoked after the user cancels, as soon as the server responds', async () => {
    disconnectWhenStored(GRANTED);
    await signInByCode();
    await status(paused);
    await world.ask('cancelSignIn', { use: 'account' });
    await status({ signIn: null, pendingRevocations: [world.real.base] });
    expect(await tokensOfAda()).toHaveLength(1);
    expect([...world.fake.origins]).toEqual(['http://127.0.0.1/*']);
    world.online = true;
    world.real.t.advance(HOUR_MS);
    await world.restart().resume();
    expect(await world.status()).toMatchObject({
      active: null,
      signIn: null,
      pendingRevocations: [],
    });
    expect(await tokensOfAda()).toEqual([]);
    expect([...world.fake.origins]).toEqual([]);
  });

  it('is revoked although other entries cannot be parsed', async () => {
    disconnectWhenStored(GRANTED);
    await signInByCode();
    await status(paused);
    await world.ask('cancelSignIn', { use: 'account' });
    await status({ pendingRevocations: [world.real.base] });
    const { pendingRevocations } = await world.fake.secrets.get('pendingRevocations');
    expect(pendingRevocations).toHaveLength(1);
    const unreadable = [null, { base: 'ftp://example.org', token: 'x' }];
    await world.fake.secrets.set({
      pendingRevocations: [...unreadable, ...(pendingRevocations as unknown[])],
    });
    world.online = true;
    world.real.t.advance(HOUR_MS);
    await world.restart().resume();
    expect(await tokensOfAda()).toEqual([]);
    expect(await world.status()).toMatchObject({ pendingRevocations: [] });
  });

  it('is revoked when the user searches for another server, which keeps its origin', async () => {
    disconnectWhenStored(GRANTED);
    await signInByCode();
    await status(paused);
    world.online = true;
    await world.find();
    await vi.waitFor(async () => expect(await tokensOfAda()).toEqual([]), SOON);
    await status({ signIn: { kind: 'choosing', problem: null }, pendingRevocations: [] });
    expect([...world.fake.origins]).toEqual(['http://127.0.0.1/*']);
  });

  it('is revoked at once when the user signs in to that server', async () => {
    disconnectWhenStored(GRANTED);
    await signInByCode();
    await status(paused);
    await world.ask('cancelSignIn', { use: 'account' });
    await status({ pendingRevocations: [world.real.base] });
    world.online = true;
    await signInByPassword();
    await status(signedIn);
    await vi.waitFor(async () => expect(await tokensOfAda()).toHaveLength(1), SOON);
  });

  it('is revoked after a day', async () => {
    disconnectWhenStored(GRANTED);
    await signInByCode();
    await status(paused);
    world.online = true;
    world.real.t.advance(DAY_MS + HOUR_MS);
    await world.accounts.resume();
    await vi.waitFor(async () => expect(await tokensOfAda()).toEqual([]), SOON);
    await status({ signIn: null, pendingRevocations: [] });
  });

  it('ends the sign-in when it was revoked on the server meanwhile', async () => {
    disconnectWhenStored(GRANTED);
    await signInByCode();
    await status(paused);
    for (const { id } of await tokensOfAda())
      await world.real.t.storage.tokens.delete(world.user.id, id);
    world.online = true;
    await world.ask('pokeSignIn');
    await status({ signIn: { kind: 'choosing', problem: problemOf('unauthorised') } });
  });
});

describe('a code that was issued before the network failed', () => {
  it('is exchanged as soon as the server responds', async () => {
    disconnectWhenStored('"verifier"');
    await signInByCode();
    await status(paused);
    world.online = true;
    await world.ask('pokeSignIn');
    await status(signedIn);
    expect(await tokensOfAda()).toHaveLength(1);
  });

  it('ends the sign-in when it expires first', async () => {
    disconnectWhenStored('"verifier"');
    await signInByCode();
    await status(paused);
    world.online = true;
    world.real.t.advance(HOUR_MS);
    await world.accounts.resume();
    await status({ signIn: { kind: 'choosing', problem: problemOf('expired') } });
    expect(await tokensOfAda()).toEqual([]);
  });
});
