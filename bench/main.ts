import { parseArgs } from 'node:util';
import { anchoringBench } from './anchoring';
import { captureBench } from './capture';
import { clientBench } from './client';
import { duplicatesBench } from './duplicates';
import { extractionBench } from './extraction';
import { fieldBench } from './field';
import { type Bench, NothingToMeasure } from './figure';
import { formatsBench } from './formats';
import { listBench } from './list';
import { metadataBench } from './metadata';
import { popupBench } from './popup';
import { searchBench } from './search';
import { serverBench } from './server';
import { syncBench } from './sync';
import { webBench } from './web';

const BENCHES: Readonly<Record<string, Bench>> = {
  capture: captureBench,
  extraction: extractionBench,
  field: fieldBench,
  metadata: metadataBench,
  popup: popupBench,
  client: clientBench,
  server: serverBench,
  sync: syncBench,
  web: webBench,
  anchoring: anchoringBench,
  search: searchBench,
  list: listBench,
  duplicates: duplicatesBench,
  formats: formatsBench,
};

const USAGE = `npm run bench -- [${Object.keys(BENCHES).join('|')}] [--corpus DIR] [--runs N] [--only TEXT] [--size N] [--browser] [--rules] [--pictures DIR] [--earlier FILE]`;

const OPTIONS = {
  corpus: { type: 'string' },
  runs: { type: 'string', default: '5' },
  only: { type: 'string', default: '' },
  size: { type: 'string' },
  browser: { type: 'boolean', default: false },
  rules: { type: 'boolean', default: false },
  pictures: { type: 'string' },
  earlier: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/**
 * Runs the benchmark that `args` name, or all, and writes each value as a line of JSON. Exits with
 * 0 for any values, with 1 if nothing could be measured, and with 2 for an unknown name or option.
 */
export async function main(args: readonly string[]): Promise<void> {
  const parsed = parse(args);
  if (parsed === null) return;
  const { values, positionals } = parsed;
  const options = {
    corpus: values.corpus ?? null,
    runs: Math.max(1, Number.parseInt(values.runs, 10) || 1),
    only: values.only,
    size: Number.parseInt(values.size ?? '', 10) || null,
    inBrowser: values.browser,
    leavesOutRules: values.rules,
    pictures: values.pictures ?? null,
    earlier: values.earlier ?? null,
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
    try {
      for await (const figure of bench(options)) console.log(JSON.stringify(figure));
    } catch (error) {
      if (!(error instanceof NothingToMeasure)) throw error;
      console.error(`${name}: ${error.message}`);
      // If all benchmarks run, those without their input are skipped.
      const isAskedFor = positionals.includes(name) || options.corpus !== null;
      if (isAskedFor) process.exitCode = 1;
    }
  }
}

/** Returns null after `--help`, and for an unknown option, with the exit code 2. */
function parse(args: readonly string[]) {
  try {
    const parsed = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
    if (!parsed.values.help) return parsed;
    console.log(USAGE);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exitCode = 2;
  }
  return null;
}
