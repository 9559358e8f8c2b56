import type { OtherStatus, World } from '../case';

/** Somebody who asks without end: `times` requests like this one came before. */
export const after = (
  times: number,
  ask: (world: World) => Promise<{ path: string; json: object }>,
): OtherStatus => ({
  ask: async (world) => {
    exhausted += 1;
    const from = `203.0.113.${exhausted}`;
    const { path, json } = await ask(world);
    for (let n = 0; n < times; n++) await world.t.send('POST', path, { json, from });
    return { path, json, from };
  },
});
let exhausted = 0;
