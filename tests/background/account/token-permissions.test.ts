import { describe, expect, it } from 'vitest';
import type { TokenRole } from '../../../src/contract';
import { missingPermissions } from '../../../src/service';
import { useAccounts } from './account-world';

const world = useAccounts();

/** Signs in with a token of these roles, and returns what it lacks as pages know it. */
async function lackOf(roles: readonly TokenRole[] | null) {
  expect(await world.find()).toBeNull();
  const token = await world.real.t.tokenOf(world.user, roles);
  expect(await world.ask('signIn', { way: 'token', token })).toBeNull();
  return lack();
}

const lack = async () => {
  const { accounts, active } = await world.status();
  const account = accounts.find(({ id }) => id === active) ?? expect.fail('nobody');
  return missingPermissions(account.permissions);
};

const profileWith = (permissions: readonly string[]) => (path: string) =>
  path === '/api/profile'
    ? Response.json({ provider: { name: 'bearer token', permissions }, user: { username: 'ada' } })
    : null;

const READ = 'api:bookmarks:read';
const WRITE = 'api:bookmarks:write';

describe('pages know from the sign-in on what a token lacks', () => {
  it.each([
    ['without roles', null, []],
    ['that may read and write', ['bookmarks:read', 'bookmarks:write'], []],
    ['that may only read', ['bookmarks:read', 'profile:read'], [WRITE]],
    ['that may only write', ['bookmarks:write'], [READ]],
    ['that may only read the profile', ['profile:read'], [READ, WRITE]],
  ] as const)('for a token %s', async (_, roles, missing) => {
    expect(await lackOf(roles)).toEqual(missing);
  });

  it('for a password and for a window with the scopes of Leafmark', async () => {
    await world.find();
    expect(
      await world.ask('signIn', {
        way: 'password',
        username: 'ada',
        password: 'correct horse battery',
      }),
    ).toBeNull();
    expect(await lack()).toEqual([]);
  });

  it('for a server that reports none', async () => {
    world.replaceAnswer = profileWith([]);
    expect(await lackOf(['bookmarks:read'])).toEqual([]);
  });

  it('after the owner of the token has allowed more, or less', async () => {
    await lackOf(['bookmarks:read']);
    const account = (await world.accounts.current()) ?? expect.fail();
    world.replaceAnswer = profileWith([READ, WRITE]);
    await world.accounts.refreshPermissions(account);
    expect(await lack()).toEqual([]);
    world.replaceAnswer = null;
    // The connection check asks, too.
    await world.ask('examine');
    expect(await lack()).toEqual([WRITE]);
  });

  it('and nothing is written when the permissions are the same, or the server fails', async () => {
    await lackOf(['bookmarks:read']);
    const account = (await world.accounts.current()) ?? expect.fail();
    const before = world.used.length;
    await world.accounts.refreshPermissions(account);
    world.replaceAnswer = () => new Response('', { status: 500 });
    await world.accounts.refreshPermissions(account);
    expect(world.used).toHaveLength(before);
  });
});
