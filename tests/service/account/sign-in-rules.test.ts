import { describe, expect, it } from 'vitest';
import {
  Account,
  AccountCard,
  activeAccount,
  libraryForNew,
  libraryInUse,
  NO_ACCOUNTS,
  type PendingSignIn,
  pastedToken,
  readAccounts,
  readRedirect,
  revokeToken,
  type ServiceError,
  signedOut,
  storedAccounts,
  withAccount,
  withoutAccount,
} from '../../../src/service';

const PENDING: PendingSignIn = {
  redirectUri: 'https://abc.chromiumapp.org/back?own=1',
  state: 'the-state',
  verifier: 'v',
  url: 'https://read.example.org/authorize',
  expiresAt: 1000,
};
const BACK = 'https://abc.chromiumapp.org/back';

describe('the redirect of the window', () => {
  const read = (address: string, now = 0) => readRedirect(PENDING, address, now);

  it('contains the code', () => {
    expect(read(`${BACK}?own=1&code=abc&state=the-state`)).toEqual({ ok: true, value: 'abc' });
  });

  it.each([
    ['of another app', 'https://evil.example/back?code=abc&state=the-state', 'other-redirect'],
    ['of another path', 'https://abc.chromiumapp.org/?code=abc&state=the-state', 'other-redirect'],
    ['that is no address', 'nothing', 'other-redirect'],
    ['with another state', `${BACK}?code=abc&state=other`, 'state-differs'],
    ['without a state', `${BACK}?code=abc`, 'state-differs'],
    [
      'with a refusal that has another state',
      `${BACK}?error=access_denied&state=x`,
      'state-differs',
    ],
    ['with a denial', `${BACK}?error=access_denied&state=the-state`, 'denied'],
    [
      'with a denial and an empty code',
      `${BACK}?code=&state=the-state&error=access_denied`,
      'denied',
    ],
    [
      'with a code beside an error',
      `${BACK}?code=a&state=the-state&error=invalid_scope`,
      'not-granted',
    ],
    ['with neither', `${BACK}?state=the-state`, 'not-granted'],
  ])('returns no code %s', (_, address, kind) => {
    expect(read(address)).toMatchObject({ ok: false, error: { kind } });
  });

  it('returns no code after the registration has expired', () => {
    expect(read(`${BACK}?code=abc&state=the-state`, 1000)).toMatchObject({
      error: { kind: 'expired' },
    });
  });
});

describe('a pasted token', () => {
  it.each([
    ['abc', 'abc'],
    ['  abc\n', 'abc'],
    ['Bearer abc', 'abc'],
    ['Authorization: Bearer abc', 'abc'],
    ['"abc"', 'abc'],
  ])('accepts %j', (pasted, token) => {
    expect(pastedToken(pasted)?.token).toBe(token);
  });
  it.each(['', ' ', 'a b', 'a\r\nX-Evil: 1', 'tökén', 'x'.repeat(600)])('rejects %j', (pasted) => {
    expect(pastedToken(pasted)).toBeNull();
  });
});

describe('revoking a token on an older server', () => {
  const credential = { token: 'secret', tokenId: 'id' };
  const calls = (revoke: ServiceError, deletion: ServiceError | null, deleted: string[]) =>
    ({
      oauth: { revoke: async () => ({ ok: false, error: revoke }) },
      profile: {
        deleteToken: async (id: string) => {
          deleted.push(id);
          return deletion ? { ok: false, error: deletion } : { ok: true, value: null };
        },
      },
    }) as unknown as Parameters<typeof revokeToken>[0];

  it('deletes it by its id', async () => {
    const deleted: string[] = [];
    const revoked = await revokeToken(calls({ kind: 'not-found' }, null, deleted), credential);
    expect([revoked.ok, deleted]).toEqual([true, ['id']]);
  });

  it('reports when deleting fails too, and does not try without a network', async () => {
    const deleted: string[] = [];
    const forbidden = calls({ kind: 'not-found' }, { kind: 'forbidden' }, deleted);
    expect(await revokeToken(forbidden, credential)).toMatchObject({
      error: { kind: 'forbidden' },
    });
    const offline = calls({ kind: 'offline' }, null, deleted);
    expect(await revokeToken(offline, credential)).toMatchObject({ error: { kind: 'offline' } });
    expect(deleted).toEqual(['id']);
  });
});

describe('accounts', () => {
  const account = Account.parse({
    id: 'a',
    base: 'https://read.example.org',
    token: 'secret',
    credential: 'oauth',
    username: 'ada',
    signedInAt: 1,
  });
  const other = { ...account, id: 'b', username: 'bob' };

  it('can be several, one of them active', () => {
    const both = withAccount(withAccount(NO_ACCOUNTS, account), other);
    expect(both).toEqual({ ...NO_ACCOUNTS, active: 'b', accounts: [account, other] });
    expect(withoutAccount(both, 'b')).toMatchObject({ active: 'a', accounts: [account] });
    expect(withoutAccount(both, 'a')).toMatchObject({ active: 'b', accounts: [other] });
    const again = { ...account, token: 'new' };
    expect(withAccount(both, again)).toMatchObject({ active: 'a', accounts: [other, again] });
  });

  it('have one library each; the first account takes the existing one if it has no owner', () => {
    expect(libraryForNew(NO_ACCOUNTS, 'a')).toBeNull();
    const first = withAccount(NO_ACCOUNTS, { ...account, library: null });
    expect(libraryForNew(first, 'b')).toBe('b');
    const both = withAccount(first, { ...other, library: 'b' });
    expect([libraryInUse(both), libraryInUse(first)]).toEqual(['b', null]);
    // The first library belongs to a, so it is never shown without a.
    expect(withoutAccount(both, 'b').active).toBe('a');
    const onlyB = withoutAccount(both, 'a');
    expect([onlyB.active, libraryForNew(withoutAccount(onlyB, 'b'), 'c')]).toEqual(['b', null]);
    expect(libraryForNew({ ...onlyB, active: null }, 'c')).toBeNull();
  });

  it('keep their library and stay active when they are signed out', () => {
    const out = signedOut(withAccount(NO_ACCOUNTS, account), 'a', 5);
    expect(activeAccount(out)).toMatchObject({ id: 'a', token: '', signedOutAt: 5 });
    expect(readAccounts(JSON.parse(JSON.stringify(out)))).toEqual(out);
  });

  it('are parsed one by one, so that a broken one does not affect the others', () => {
    const broken = { id: 'broken', token: 1 };
    const stored = { active: 'broken', accounts: [broken, account, null] };
    const read = readAccounts(stored);
    expect(read).toEqual({ active: null, accounts: [account], unreadable: [broken, null] });
    expect(libraryForNew({ ...read, accounts: [] }, 'b')).toBe('b');
    const { accounts } = storedAccounts(withAccount(read, other));
    expect(accounts).toEqual([account, other, broken, null]);
    const good = { active: 'a', accounts: [account] };
    expect(readAccounts(good)).toEqual({ ...NO_ACCOUNTS, ...good });
    for (const nothing of [undefined, null, 'x', {}])
      expect(readAccounts(nothing)).toEqual(NO_ACCOUNTS);
  });

  it('show no secret to a page', () => {
    const card = AccountCard.parse({ ...account, extraHeaders: { Gate: 'secret' } });
    expect(JSON.stringify(card)).not.toContain('secret');
  });

  it('reject an address that is not a web address', () => {
    expect(Account.safeParse({ ...account, base: 'javascript:alert(1)' }).success).toBe(false);
  });
});
