import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/domain/time';
import { formerAccounts } from '../../../src/service';
import { PASSWORD, problemOf, useAccounts } from './account-world';

const world = useAccounts({ isShared: true });

/** The server gets an id of its data that differs from the one before. */
const setUpAnew = (installation = 'anew') => {
  world.replaceAnswer = (path) =>
    path === '/api/info'
      ? Response.json({ version: { canonical: '0.22.3', build: 'leafmark-1.2.3' }, installation })
      : null;
};

/** Signs in by a password, whose token belongs to the app, as one of the person *ada* of now. */
async function signIn(username = 'ada'): Promise<void> {
  expect(await world.find()).toBeNull();
  expect(await world.ask('signIn', { way: 'password', username, password: PASSWORD })).toBeNull();
}
/** All persons of the server are gone, and there is another one with the name. */
async function replacePerson(name = 'ada'): Promise<void> {
  await world.real.t.storage.users.delete(world.user.id);
  await world.real.t.addUser(name, { password: PASSWORD });
}
const asked = async () => {
  const { signIn: state } = await world.status();
  return state?.kind === 'checking' ? state.asks : null;
};

describe('a shared browser whose server was set up anew', () => {
  let before: Awaited<ReturnType<typeof world.status>>['accounts'][number];
  beforeEach(async () => {
    await signIn();
    before = (await world.status()).accounts[0]!;
    expect(before.installation).toBeTruthy();
    await replacePerson();
    setUpAnew();
  });

  it('asks before a library is opened, and names the account from before', async () => {
    await signIn();
    expect(await asked()).toEqual({ former: before.id, userId: expect.any(String) });
    const { active, accounts } = await world.status();
    expect([active, accounts.length]).toEqual([before.id, 1]);
    expect((await asked())?.userId).not.toBe(before.userId);
    expect(world.opened).toEqual([]);
  });

  it('opens the library from before, and its next sync sends everything back', async () => {
    await signIn();
    const { userId } = (await asked())!;
    expect(await world.ask('answerFormer', { isOpened: true })).toBeNull();
    expect([world.opened, world.decided]).toEqual([[null], [{ decision: 'send-back' }]]);
    const { active, accounts, signIn: state } = await world.status();
    expect([active, state]).toEqual([before.id, null]);
    expect(accounts).toMatchObject([
      { id: before.id, library: null, userId, installation: 'anew', signedOutAt: null },
    ]);
  });

  it('starts with an empty library if the person wants it, and keeps the other one', async () => {
    await signIn();
    expect(await world.ask('answerFormer', { isOpened: false })).toBeNull();
    const { active, accounts, library } = await world.status();
    expect(accounts.map(({ id }) => id)).toEqual([before.id, active]);
    expect(library).toBe(active);
    expect(world.removed).toEqual([]);
    expect(world.decided).toEqual([]);
    // Its server is gone, so it is not signed in there.
    expect(accounts[0]).toMatchObject({ library: null, signedOutAt: expect.any(Number) });
    expect(formerAccounts(accounts[1]!, accounts)).toEqual([accounts[0]]);
  });

  it('does not ask again at the next sign-in', async () => {
    await signIn();
    await world.ask('answerFormer', { isOpened: false });
    const { active } = await world.status();
    await signIn();
    expect(await world.status()).toMatchObject({ active, signIn: null });
  });

  it('asks again in another worker and after it was cancelled', async () => {
    await signIn();
    await world.restart().resume();
    expect(await asked()).toMatchObject({ former: before.id });
    await world.ask('cancelSignIn', { use: 'account' });
    expect(await world.status()).toMatchObject({ active: before.id, signIn: null });
    expect(await world.ask('answerFormer', { isOpened: true })).toEqual(problemOf('no-account'));
    await signIn();
    world.restart();
    expect(await world.ask('answerFormer', { isOpened: true })).toBeNull();
    expect((await world.status()).active).toBe(before.id);
  });

  it('waits a day for the answer, and then gives the token back', async () => {
    await signIn();
    world.real.t.advance(23 * 60 * MINUTE_MS);
    await world.accounts.resume();
    expect(await asked()).toMatchObject({ former: before.id });
    world.real.t.advance(2 * 60 * MINUTE_MS);
    await world.accounts.resume();
    expect(await world.status()).toMatchObject({ active: before.id, signIn: null });
  });

  it('asks nobody else who signs in', async () => {
    await world.real.t.addUser('bob', { password: PASSWORD });
    await signIn('bob');
    const { active, signIn: state, library } = await world.status();
    expect([state, library]).toEqual([null, active]);
    expect(active).not.toBe(before.id);
  });

  it('opens no library while it cannot be told if the server was set up anew', async () => {
    expect(await world.find()).toBeNull();
    world.replaceAnswer = (path) =>
      path === '/api/info' ? Response.json({ message: 'no' }, { status: 500 }) : null;
    const request = { way: 'password', username: 'ada', password: PASSWORD };
    expect(await world.ask('signIn', request)).toEqual(problemOf('server'));
    expect((await world.status()).accounts).toHaveLength(1);
    setUpAnew();
    world.real.t.advance(MINUTE_MS);
    await world.accounts.resume();
    expect(await asked()).toMatchObject({ former: before.id });
  });
});

describe('a shared browser whose server is the same', () => {
  it('does not ask somebody who has got the name of a person', async () => {
    await signIn();
    const { active: before } = await world.status();
    await replacePerson();
    await signIn();
    const { active, signIn: state } = await world.status();
    expect(state).toBeNull();
    expect(active).not.toBe(before);
  });
});
