import { describe, expect, it } from 'vitest';
import {
  Account,
  activeAccount,
  awaitDevice,
  beginDeviceSignIn,
  cardOf,
  libraryForNew,
  libraryInUse,
  NO_ACCOUNTS,
  PendingSignIn,
  pastedToken,
  readAccounts,
  readRedirect,
  revokeToken,
  type ServiceError,
  signedOut,
  storedAccounts,
  withAccount,
  withoutAccount,
} from '../../src/service';

const PENDING: PendingSignIn = {
  base: 'https://read.example.org',
  extraHeaders: { Gate: 'key' },
  clientId: 'urn:uuid:1',
  redirectUri: 'https://abc.chromiumapp.org/back?own=1',
  state: 'the-state',
  verifier: 'v',
  url: 'https://read.example.org/authorize',
  expiresAt: 1000,
};
const BACK = 'https://abc.chromiumapp.org/back';

describe('the address that the window came back to', () => {
  const read = (address: string, now = 0) => readRedirect(PENDING, address, now);

  it('gives the code', () => {
    expect(read(`${BACK}?own=1&code=abc&state=the-state`)).toEqual({ ok: true, value: 'abc' });
  });

  it.each([
    ['of another app', 'https://evil.example/back?code=abc&state=the-state', 'other-redirect'],
    ['of another path', 'https://abc.chromiumapp.org/?code=abc&state=the-state', 'other-redirect'],
    ['that is none', 'nothing', 'other-redirect'],
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
      'refused',
    ],
    ['with neither', `${BACK}?state=the-state`, 'refused'],
  ])('gives none %s', (_, address, kind) => {
    expect(read(address)).toMatchObject({ ok: false, error: { kind } });
  });

  it('gives none after the server has forgotten it', () => {
    expect(read(`${BACK}?code=abc&state=the-state`, 1000)).toMatchObject({
      error: { kind: 'expired' },
    });
  });

  it('can be read by a worker that did not begin it', () => {
    expect(PendingSignIn.parse(JSON.parse(JSON.stringify(PENDING)))).toEqual(PENDING);
  });
});

describe('waiting for a device', () => {
  const register = async () =>
    ({
      ok: true,
      value: { status: 201, headers: new Headers(), body: { client_id: 'c' } },
    }) as never;
  const device =
    (more = {}) =>
    async () =>
      ({
        ok: true,
        value: {
          status: 200,
          headers: new Headers(),
          body: {
            device_code: 'd',
            user_code: 'BCDFGHJK',
            verification_uri: 'https://read.example.org/device',
            verification_uri_complete: '',
            expires_in: 300,
            interval: 5,
            ...more,
          },
        },
      }) as never;
  const app = { name: 'a', uri: 'https://a.example/', softwareId: 'a', softwareVersion: '1' };
  const begin = async (more = {}) => {
    const calls = { register, device: device(more) };
    const begun = await beginDeviceSignIn(calls, { connection: PENDING, app, now: 0 });
    if (!begun.ok) throw new Error(begun.error.kind);
    return begun.value;
  };

  /** The waits between polls that are answered with `errors`, then granted. */
  async function waitsFor(errors: readonly ServiceError[], more = {}) {
    let now = 0;
    const waits: number[] = [];
    const rest = [...errors];
    const token = async () => {
      const error = rest.shift();
      const body = { id: 't', access_token: 'secret', token_type: 'Bearer', scope: '' };
      if (error) return { ok: false, error } as const;
      return { ok: true, value: { status: 201, headers: new Headers(), body } } as never;
    };
    const transport = {
      now: () => now,
      sleep: async (ms: number) => {
        waits.push(ms / 1000);
        now += ms;
      },
    };
    const result = await awaitDevice({ token }, await begin(more), { transport });
    return { waits, result };
  }
  const oauth = (
    code: 'authorization_pending' | 'slow_down' | 'expired_token' | 'invalid_request',
  ) => ({ kind: 'oauth', code, description: '' }) as const;

  it('asks at the interval, more slowly after each slow_down', async () => {
    const errors = [
      'authorization_pending',
      'slow_down',
      'slow_down',
      'authorization_pending',
    ] as const;
    const { waits, result } = await waitsFor(errors.map(oauth));
    expect(waits).toEqual([5, 5, 10, 15, 15]);
    expect(result).toMatchObject({ ok: true, value: { token: 'secret', scopes: null } });
  });

  it('waits a network out, longer each time, and goes by what the server asks', async () => {
    const { waits } = await waitsFor([
      { kind: 'offline' },
      { kind: 'timeout' },
      { kind: 'rate-limited', retryAfterMs: 45_000 },
    ]);
    expect(waits).toEqual([5, 10, 20, 45]);
  });

  it('ends when the code has expired, however the network was', async () => {
    const { waits, result } = await waitsFor(
      Array.from({ length: 50 }, () => ({ kind: 'offline' })),
    );
    expect(result).toEqual({ ok: false, error: { kind: 'expired' } });
    expect(waits.length).toBeLessThan(12);
  });

  it.each<[ServiceError, string]>([
    [oauth('expired_token'), 'expired'],
    [oauth('invalid_request'), 'service'],
    [{ kind: 'not-this-service', status: 200, stranger: 'html' }, 'service'],
  ])('ends with what no waiting mends: %j', async (error, kind) => {
    const { waits, result } = await waitsFor([error]);
    expect(waits).toHaveLength(1);
    expect(result).toMatchObject({ ok: false, error: { kind } });
  });

  it('ends with the code, however long the server asks us to wait', async () => {
    const busy = { kind: 'rate-limited', retryAfterMs: 3_600_000 } as const;
    const { waits, result } = await waitsFor([busy]);
    expect(result).toEqual({ ok: false, error: { kind: 'expired' } });
    expect(waits).toEqual([5, 295]);
  });

  it('shows addresses as pages take them', async () => {
    const [oddly, page] = ['https:Read.example.org\\d', 'https://read.example.org/d'];
    const begun = await begin({ verification_uri: oddly, verification_uri_complete: oddly });
    expect(begun).toMatchObject({ page, pageWithCode: page });
  });

  it('shows no address that is no web page, and asks once a second at most', async () => {
    const begun = await begin({
      verification_uri: 'javascript:alert(1)',
      verification_uri_complete: 'data:text/html,x',
      interval: 0,
    });
    expect(begun).toMatchObject({
      page: 'https://read.example.org/device',
      pageWithCode: 'https://read.example.org/device?user_code=BCDFGHJK',
      shownCode: 'BCDF-GHJK',
      intervalMs: 1000,
    });
  });
});

describe('a token that is pasted', () => {
  it.each([
    ['abc', 'abc'],
    ['  abc\n', 'abc'],
    ['Bearer abc', 'abc'],
    ['Authorization: Bearer abc', 'abc'],
    ['"abc"', 'abc'],
  ])('%j', (pasted, token) => {
    expect(pastedToken(pasted)?.token).toBe(token);
  });
  it.each(['', ' ', 'a b', 'a\r\nX-Evil: 1', 'tökén', 'x'.repeat(600)])('%j is none', (pasted) => {
    expect(pastedToken(pasted)).toBeNull();
  });
});

describe('giving a token back to an older server', () => {
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

  it('tells when that does not go either, and does not try without a network', async () => {
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

  it('are several, one of them in use', () => {
    const both = withAccount(withAccount(NO_ACCOUNTS, account), other);
    expect(both).toEqual({ ...NO_ACCOUNTS, active: 'b', accounts: [account, other] });
    expect(withoutAccount(both, 'b')).toMatchObject({ active: 'a', accounts: [account] });
    expect(withoutAccount(both, 'a')).toMatchObject({ active: 'b', accounts: [other] });
    const again = { ...account, token: 'new' };
    expect(withAccount(both, again)).toMatchObject({ active: 'a', accounts: [other, again] });
  });

  it('have each a library: the first takes what was saved before, if nobody has it', () => {
    expect(libraryForNew(NO_ACCOUNTS, 'a')).toBeNull();
    const first = withAccount(NO_ACCOUNTS, { ...account, library: null });
    expect(libraryForNew(first, 'b')).toBe('b');
    const both = withAccount(first, { ...other, library: 'b' });
    expect([libraryInUse(both), libraryInUse(first)]).toEqual(['b', null]);
    // The first library is a's, so that it is never shown without a.
    expect(withoutAccount(both, 'b').active).toBe('a');
    const onlyB = withoutAccount(both, 'a');
    expect([onlyB.active, libraryForNew(withoutAccount(onlyB, 'b'), 'c')]).toEqual(['b', null]);
    expect(libraryForNew({ ...onlyB, active: null }, 'c')).toBeNull();
  });

  it('stay with their library, and in use, when they are signed out', () => {
    const out = signedOut(withAccount(NO_ACCOUNTS, account), 'a', 5);
    expect(activeAccount(out)).toMatchObject({ id: 'a', token: '', signedOutAt: 5 });
    expect(readAccounts(JSON.parse(JSON.stringify(out)))).toEqual(out);
  });

  it('are read one by one: what is broken costs itself alone', () => {
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
    expect(JSON.stringify(cardOf({ ...account, extraHeaders: { Gate: 'secret' } }))).not.toContain(
      'secret',
    );
  });

  it('refuse an address that is no web address', () => {
    expect(Account.safeParse({ ...account, base: 'javascript:alert(1)' }).success).toBe(false);
  });
});
