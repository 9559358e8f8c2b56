import { join } from 'node:path';
import { build } from 'vite';
import { PROJECT_ROOT } from '../../../support/project';

/**
 * Builds a program from a TypeScript file, as the server is built. Returns the path for `node`.
 * @param name a name that is unique among programs that are built at the same time
 */
export async function buildProgram(source: string, name = 'program'): Promise<string> {
  // Programs that are built at the same time may have files of one name.
  const outDir = join(PROJECT_ROOT, 'node_modules', '.cache', 'leafmark-test-programs', name);
  await build({
    root: PROJECT_ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node24',
      rollupOptions: { input: { [name]: join(PROJECT_ROOT, source) } },
    },
  });
  return join(outDir, `${name}.js`);
}
