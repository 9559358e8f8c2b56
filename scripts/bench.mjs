// `npm run bench [-- NAME] [--corpus DIR]`: runs the benchmarks and writes one JSON object per
// line. The benchmarks are TypeScript. Vite loads them as it loads the extension.
import { join } from 'node:path';
import process from 'node:process';
import { createServer } from 'vite';
import { ROOT } from './set-up/process.mjs';

const vite = await createServer({
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
});
// Benchmarks load modules also while they run, so Vite is closed after them.
const { main } = await vite.ssrLoadModule(join(ROOT, 'bench', 'main.ts'));
await main(process.argv.slice(2));
await vite.close();
