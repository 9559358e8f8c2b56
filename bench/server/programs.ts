import { join } from 'node:path';
import { build } from 'vite';

const ROOT = process.cwd();
const OUTPUT = join(ROOT, 'node_modules', '.cache', 'leafmark-bench');

const TASKS = join(ROOT, 'server', 'task-program.ts');

const NAMES = ['bare', 'floor', 'leafmark', 'saves'] as const;

/** Builds the measured programs as the server is built, and returns their paths. */
export async function buildPrograms(): Promise<Record<(typeof NAMES)[number], string>> {
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
      rollupOptions: {
        input: Object.fromEntries([...NAMES.map((name) => [name, source(name)]), ['tasks', TASKS]]),
        // The server finds the program of its processes in its own folder.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const output = (name: string) => join(OUTPUT, `${name}.js`);
  return {
    bare: output('bare'),
    floor: output('floor'),
    leafmark: output('leafmark'),
    saves: output('saves'),
  };
}
