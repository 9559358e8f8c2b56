import { join } from 'node:path';
import { build } from 'vite';

const ROOT = process.cwd();
const OUTPUT = join(ROOT, 'node_modules', '.cache', 'leafmark-bench');

/** Makes the programs that are measured, as the server itself is made; where each is. */
export async function buildPrograms(): Promise<{ floor: string; leafmark: string }> {
  const source = (name: string) => join(ROOT, 'bench', 'server', 'programs', `${name}.ts`);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: OUTPUT,
      emptyOutDir: true,
      target: 'node24',
      rollupOptions: { input: { floor: source('floor'), leafmark: source('leafmark') } },
    },
  });
  return { floor: join(OUTPUT, 'floor.js'), leafmark: join(OUTPUT, 'leafmark.js') };
}
