import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';

/**
 * Bundles a script (`path` from bench/) as one classic script for the extension's browsers. Its
 * exports are in the global `name`.
 */
export const bundleScript = (path: string, name: string): Promise<string> =>
  bundle(path, {
    // A classic script has none.
    define: { 'import.meta.url': 'location.href' },
    build: { lib: { entry: entryOf(path), formats: ['iife'], name } },
  });

/** Bundles a module (`path` from bench/) for Node. `plugins` may change its sources. */
export const bundleModule = (path: string, plugins: Plugin[]): Promise<string> =>
  bundle(path, { plugins, build: { lib: { entry: entryOf(path), formats: ['es'] } } });

const entryOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

async function bundle(path: string, config: InlineConfig): Promise<string> {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, target: 'es2023' },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error(`${path} could not be built.`);
  return chunk.code;
}
