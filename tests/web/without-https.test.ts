import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const random = crypto.getRandomValues.bind(crypto);

beforeAll(async () => {
  vi.stubGlobal('isSecureContext', false);
  vi.stubGlobal('crypto', { getRandomValues: random });
  await import('../../web/without-https');
});
afterAll(() => vi.unstubAllGlobals());

describe('a page over plain http', () => {
  it('hashes as the browser does over https', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat(20),
        fc.constantFrom('SHA-256', 'SHA-512'),
        async (bytes, start, algorithm) => {
          const part = new Uint8Array(bytes).subarray(start);
          const expected = await webcrypto.subtle.digest(algorithm, part);
          expect(Buffer.from(await crypto.subtle.digest(algorithm, part))).toEqual(
            Buffer.from(expected),
          );
        },
      ),
    );
    await expect(crypto.subtle.digest('MD5', new Uint8Array())).rejects.toThrow('MD5');
  });

  it('makes ids that are UUIDs of random numbers', () => {
    const ids = Array.from({ length: 100 }, () => crypto.randomUUID());
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) {
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    }
  });

  it('gives a lock to one at a time, and to everybody in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(3), fc.boolean()), { maxLength: 12 }),
        async (requests) => {
          const held = new Map<string, number>();
          const got = await Promise.allSettled(
            requests.map(([name, steps, fails]) =>
              navigator.locks.request(name, async (lock) => {
                const count = (held.get(name) ?? 0) + 1;
                held.set(name, count);
                for (let step = 0; step < steps; step += 1) await Promise.resolve();
                expect(held.get(name)).toBe(1);
                held.set(name, count - 1);
                if (fails) throw new Error('The work failed.');
                return lock?.name;
              }),
            ),
          );
          const expected = requests.map(([name, , fails]) => (fails ? 'rejected' : name));
          expect(got.map((one) => (one.status === 'rejected' ? one.status : one.value))).toEqual(
            expected,
          );
        },
      ),
      { numRuns: 20 },
    );
  });

  it('does not wait for a lock that is only wanted if it is free, and gives it back', async () => {
    const ifAvailable = () =>
      navigator.locks.request('c', { ifAvailable: true }, async (lock) => lock?.name ?? null);
    expect(await ifAvailable()).toBe('c');
    await navigator.locks.request('c', async () => expect(await ifAvailable()).toBe(null));
    expect(await navigator.locks.request('c', async () => 'again')).toBe('again');
    expect(await ifAvailable()).toBe('c');
  });

  it('copies a text in a press, and fails where the browser refuses', async () => {
    const data = { setData: vi.fn() };
    const execCommand = vi.fn((_: string) =>
      document.dispatchEvent(Object.assign(new Event('copy'), { clipboardData: data })),
    );
    Object.assign(document, { execCommand });
    await navigator.clipboard.writeText('a text');
    expect(data.setData).toHaveBeenCalledExactlyOnceWith('text/plain', 'a text');
    execCommand.mockReturnValue(false);
    await expect(navigator.clipboard.writeText('a text')).rejects.toThrow('refuses');
  });
});
