import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/contract';
import { awaitDevice, beginDeviceSignIn, type ServiceError } from '../../../src/service';

const base = 'https://read.example.org';

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
    const begun = await beginDeviceSignIn(calls, { base, app, now: 0, scopes: SCOPES });
    if (!begun.ok) throw new Error(begun.error.kind);
    return begun.value;
  };

  /** Returns the waits between polls that are answered with `errors` and then granted. */
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

  it('polls at the interval, and more slowly after each slow_down', async () => {
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

  it("retries network errors with growing waits and respects the server's wait", async () => {
    const { waits } = await waitsFor([
      { kind: 'offline' },
      { kind: 'timeout' },
      { kind: 'rate-limited', retryAfterMs: 45_000 },
    ]);
    expect(waits).toEqual([5, 10, 20, 45]);
  });

  it('ends when the code has expired, even without a network', async () => {
    const { waits, result } = await waitsFor(
      Array.from({ length: 50 }, () => ({ kind: 'offline' })),
    );
    expect(result).toMatchObject({ ok: false, error: { kind: 'expired' } });
    expect(waits.length).toBeLessThan(12);
  });

  it.each<[ServiceError, string]>([
    [oauth('expired_token'), 'expired'],
    [oauth('invalid_request'), 'oauth'],
    [{ kind: 'not-this-service', status: 200, stranger: 'html' }, 'not-this-service'],
  ])('ends with an error that a retry cannot fix: %j', async (error, kind) => {
    const { waits, result } = await waitsFor([error]);
    expect(waits).toHaveLength(1);
    expect(result).toMatchObject({ ok: false, error: { kind } });
  });

  it('ends with the code even when the server asks to wait longer', async () => {
    const busy = { kind: 'rate-limited', retryAfterMs: 3_600_000 } as const;
    const { waits, result } = await waitsFor([busy]);
    expect(result).toMatchObject({ ok: false, error: { kind: 'expired' } });
    expect(waits).toEqual([5, 295]);
  });

  it('returns addresses in the form that pages accept', async () => {
    const [oddly, page] = ['https:Read.example.org\\d', 'https://read.example.org/d'];
    const begun = await begin({ verification_uri: oddly, verification_uri_complete: oddly });
    expect(begun).toMatchObject({ page, pageWithCode: page });
  });

  it('returns no address that is not a web page, and polls once a second at most', async () => {
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
