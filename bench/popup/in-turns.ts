import { median } from '../figure';

/**
 * Measures each side so many times, in turns, each first as often as the others; gives the median
 * of each. What else the machine does at the time is done to all of them.
 */
export async function inTurns<Side extends string>(
  sides: readonly Side[],
  runs: number,
  measure: (side: Side) => Promise<number>,
): Promise<Readonly<Record<Side, number>>> {
  const times = new Map(sides.map((side) => [side, [] as number[]]));
  for (let run = 0; run < runs; run += 1) {
    const first = run % sides.length;
    for (const side of [...sides.slice(first), ...sides.slice(0, first)]) {
      times.get(side)?.push(await measure(side));
    }
  }
  const medians = [...times].map(([side, values]) => [side, median(values)]);
  return Object.fromEntries(medians); // whose keys are the sides
}
