import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBudget } from '../../../server/http/byte-budget';

const MAX = 1000;
const MAX_PER_CLIENT = 100;

/** A budget with what clients hold, by their addresses. */
function budgetOf(held: readonly (readonly [client: string, bytes: number])[]) {
  const budget = new ByteBudget(MAX, MAX_PER_CLIENT);
  let asked = 0;
  const all = held.map(([client, bytes]) => {
    const one = { client, bytes, isClosed: false };
    budget.hold(client, {
      bytes: () => {
        asked += 1;
        return one.isClosed ? 0 : bytes;
      },
      close: () => {
        one.isClosed = true;
      },
    });
    return one;
  });
  const open = (client?: string) =>
    all.filter((one) => !one.isClosed && (client === undefined || one.client === client));
  const sum = (client?: string) => open(client).reduce((total, { bytes }) => total + bytes, 0);
  return { budget, open, sum, asked: () => asked };
}

describe('the bytes that clients may hold', () => {
  it('are limited for one client, which loses its largest', () => {
    const { budget, open } = budgetOf([
      ['192.0.2.1', 30],
      ['192.0.2.1', 80],
      ['192.0.2.1', 20],
      ['192.0.2.2', 90],
    ]);
    budget.check('192.0.2.1');
    expect(open().map(({ bytes }) => bytes)).toEqual([30, 20, 90]);
  });

  it.each([
    ['a /64', 1, (n: number) => `2001:db8:0:1::${n}`],
    ['a /56', 2, (n: number) => `2001:db8:0:1${n}::1`],
    ['a /48', 8, (n: number) => `2001:db8:0:${n}00::1`],
  ])('are limited for all addresses that one home may have: %s', (_, times, address) => {
    const addresses = Array.from({ length: 90 }, (_one, n) => address(n + 10));
    const { budget, sum } = budgetOf([
      ...addresses.map((client) => [client, 10] as const),
      ['2001:db8:1::1', 10],
    ]);
    budget.check(addresses[0] ?? '');
    expect(sum()).toBe(times * MAX_PER_CLIENT + 10);
    expect(sum('2001:db8:1::1')).toBe(10);
  });

  it('are asked for once, however many of a client are closed', () => {
    const COUNT = 2000;
    const { budget, open, asked } = budgetOf(Array(COUNT).fill(['192.0.2.1', 1]));
    budget.check('192.0.2.1');
    expect(open()).toHaveLength(MAX_PER_CLIENT);
    // Once for the client, and once for all clients.
    expect(asked()).toBeLessThanOrEqual(2 * COUNT);
  });

  it('have a limit for all clients, at which only those with the most lose any', () => {
    const clients = fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(clients, (bytesOf) => {
        const held = bytesOf.flatMap((all, n) =>
          all.map((bytes) => [`10.0.0.${n}`, bytes] as const),
        );
        const { budget, open, sum, asked } = budgetOf(held);
        for (const n of bytesOf.keys()) budget.check(`10.0.0.${n}`);
        expect(sum()).toBeLessThanOrEqual(MAX);
        for (const [n, all] of bytesOf.entries()) {
          const client = `10.0.0.${n}`;
          expect(sum(client)).toBeLessThanOrEqual(MAX_PER_CLIENT);
          const fair = Math.min(MAX_PER_CLIENT, MAX / bytesOf.length);
          const before = all.reduce((total, bytes) => total + bytes, 0);
          if (before <= fair) expect(open(client)).toHaveLength(all.length);
        }
        expect(asked()).toBeLessThanOrEqual(bytesOf.length * 2 * held.length);
      }),
    );
  });

  it('are free again after their client has left', () => {
    const budget = new ByteBudget(MAX, MAX_PER_CLIENT);
    let closed = 0;
    const hold = (client: string) =>
      budget.hold(client, {
        bytes: () => 90,
        close: () => {
          closed += 1;
        },
      });
    for (let n = 0; n < 20; n += 1) hold(`2001:db8::${n}`)();
    hold('2001:db8::1');
    budget.check('2001:db8::1');
    expect(closed).toBe(0);
  });
});
