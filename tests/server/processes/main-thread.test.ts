import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inTurnOf, nextTurnOf, turnOf } from '../../../server/processes/main-thread';

/** Does pieces of work, each named by its client. Returns their names in the order in which they began. */
async function orderOf(
  clients: readonly string[],
  turn: (client: string, work: () => void) => Promise<unknown>,
): Promise<readonly string[]> {
  const began: string[] = [];
  await Promise.all(clients.map((client) => turn(client, () => began.push(client))));
  return began;
}

const inSlices = (client: string, work: () => void) => nextTurnOf(client).then(work);

/** Counts the turns of the event loop until `isOver`. */
function countTurns(isOver: () => boolean) {
  const counted = { turns: 0 };
  const count = async () => {
    for (; !isOver(); counted.turns += 1) await nextTurn();
  };
  void count();
  return counted;
}

describe.each([
  ['slices of long work', inSlices],
  ['work that cannot be divided', inTurnOf],
])('%s', (_, turn) => {
  it('lets clients alternate, whatever one of them has under way', async () => {
    const order = await orderOf(['ada', 'ada', 'ada', 'ada', 'grace', 'eve', 'eve'], turn);
    // The first may begin before the others come.
    expect(order.slice(1, 4).toSorted()).toEqual(['ada', 'eve', 'grace']);
    expect(order.slice(4)).toEqual(expect.arrayContaining(['ada', 'ada', 'eve']));
  });

  it('lets a home take turns as one client, whichever of its networks it uses', async () => {
    const home = Array.from({ length: 20 }, (_one, n) => `2001:db8:0:${n}00::1`);
    const other = '2001:db8:1::1';
    const order = await orderOf([...home, 'ada', other], turn);
    expect(order.slice(0, 4)).toEqual(expect.arrayContaining(['ada', other]));
  });

  it('lets the homes of a network take turns within its turns', async () => {
    const [one, next] = ['2001:db8:0:100::1', '2001:db8:0:200::1'];
    const order = await orderOf([one, one, one, one, one, 'ada', next], turn);
    expect(order.indexOf(next)).toBeLessThan(4);
  });

  it('leaves a turn of the event loop between two pieces', async () => {
    let isOver = false;
    const counted = countTurns(() => isOver);
    const at: number[] = [];
    const pieces = Array.from({ length: 20 }, () => turn('ada', () => at.push(counted.turns)));
    await Promise.all(pieces);
    isOver = true;
    expect(new Set(at).size).toBe(20);
  });
});

describe('the main thread', () => {
  it('makes nobody wait while it has nothing to do', async () => {
    await nextTurn();
    expect(turnOf('ada')).toBeUndefined();
  });

  it('makes work wait that comes after enough in the same turn of the event loop', async () => {
    await nextTurn();
    let pieces = 0;
    let wait: Promise<void> | undefined;
    // No event is read meanwhile, however long it takes until the turn is over.
    for (; wait === undefined; pieces += 1) wait = turnOf('ada');
    expect(pieces).toBeGreaterThan(1);
    const other = turnOf('grace');
    expect(other).toBeDefined();
    await Promise.all([wait, other]);
  });

  it('continues after work that fails', async () => {
    const failing = inTurnOf('ada', () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(inTurnOf('ada', () => 1)).resolves.toBe(1);
  });
});
