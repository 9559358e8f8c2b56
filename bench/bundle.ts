import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/**
 * Bundles a script (`path` from bench/) as one classic script for the extension's browsers. Its
 * exports are in the global `name`. `plugins` may change its sources.
 */
export async function bundleScript(
  path: string,
  name: string,
  plugins: Plugin[] = [],
): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    // A classic script has none.
    define: { 'import.meta.url': 'location.href' },
    build: {
      write: false,
      target: 'es2023',
      lib: {
        entry: fileURLToPath(new URL(path, import.meta.url)),
        formats: ['iife'],
        name,
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error(`${path} could not be built.`);
  return chunk.code;
}
