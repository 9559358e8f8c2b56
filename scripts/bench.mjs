// `npm run bench [-- NAME] [--corpus DIR]`: runs the benchmarks and writes one JSON object per
// line. The benchmarks are TypeScript. Vite loads them as it loads the extension.
import { join } from 'node:path';
import process from 'node:process';
import { runnerImport } from 'vite';
import { ROOT } from './set-up/process.mjs';

/** @type {{ module: typeof import('../bench/main.ts') }} */
const { module } = await runnerImport(join(ROOT, 'bench', 'main.ts'), {
  root: ROOT,
  configFile: false,
  logLevel: 'error',
});
await module.main(process.argv.slice(2));
