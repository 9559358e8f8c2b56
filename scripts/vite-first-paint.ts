import type { Plugin } from 'vite';

const CHUNK = 'first-paint';

/**
 * Puts all that `entry` (its absolute path) imports at once into one chunk, which the other pages
 * share. Left to itself the bundler makes a chunk for each set of pages that share a module: twenty
 * files to fetch, and 2 kB more gzipped.
 */
export function firstPaintChunk(entry: string): Plugin {
  /** The modules that are there before `entry` runs. */
  const modules = new Set<string>();
  return {
    name: 'leafmark-first-paint',
    apply: 'build',
    buildEnd() {
      const visit = (id: string) => {
        if (modules.has(id)) return;
        modules.add(id);
        this.getModuleInfo(id)?.importedIds.forEach(visit);
      };
      modules.clear();
      this.getModuleInfo(entry)?.importedIds.forEach(visit);
    },
    outputOptions(options) {
      // Background and capture script are one file each.
      if (options.format !== 'es') return null;
      const group = { name: (id: string) => (modules.has(id) ? CHUNK : null) };
      return { ...options, codeSplitting: { groups: [group] } };
    },
  };
}
