import { parseArgs } from 'node:util';
import { captureBench } from './capture';
import type { Bench } from './figure';
import { popupBench } from './popup';

const BENCHES: Readonly<Record<string, Bench>> = { capture: captureBench, popup: popupBench };

/** Runs the benchmark that `args` name, or all; writes each figure as a line of JSON. */
export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      corpus: { type: 'string' },
      runs: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
    },
  });
  const options = {
    corpus: values.corpus ?? null,
    runs: Math.max(1, Number.parseInt(values.runs, 10) || 1),
    only: values.only,
  };
  const names = positionals.length > 0 ? positionals : Object.keys(BENCHES);
  for (const name of names) {
    const bench = BENCHES[name];
    if (bench === undefined) {
      console.error(
        `No benchmark is called "${name}"; there are: ${Object.keys(BENCHES).join(', ')}.`,
      );
      process.exitCode = 2;
      return;
    }
    for await (const figure of bench(options)) console.log(JSON.stringify(figure));
  }
}
