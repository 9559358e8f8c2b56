import type { Plugin } from 'vite';

const CHUNK = 'first-paint';

/**
 * Puts everything that `entry` (its absolute path) imports statically into one chunk, which the
 * other pages share. By default the bundler makes a chunk for each set of pages that share a
 * module: twenty files, and 2 kB more gzipped.
 *
 * @param later chunks by their names, each with the absolute paths of the modules that it contains
 * with everything that they import statically, except what is in a chunk before it
 */
export function firstPaintChunk(
  entry: string,
  later: Readonly<Record<string, readonly string[]>> = {},
): Plugin {
  /** The chunk of each module. */
  const chunks = new Map<string, string>();
  return {
    name: 'leafmark-first-paint',
    apply: 'build',
    buildEnd() {
      const visit = (chunk: string) => (id: string) => {
        if (chunks.has(id)) return;
        chunks.set(id, chunk);
        this.getModuleInfo(id)?.importedIds.forEach(visit(chunk));
      };
      chunks.clear();
      const { importedIds = [], importers = [] } = this.getModuleInfo(entry) ?? {};
      importedIds.forEach(visit(CHUNK));
      // Includes what the page imports besides the entry: WXT's own module, which is empty in a
      // build and would be another file.
      for (const page of importers) {
        const beside = this.getModuleInfo(page)?.importedIds ?? [];
        beside.filter((id) => id !== entry).forEach(visit(CHUNK));
      }
      for (const [chunk, modules] of Object.entries(later)) modules.forEach(visit(chunk));
    },
    outputOptions(options) {
      // The background and the capture script are one file each.
      if (options.format !== 'es') return null;
      const group = { debugName: CHUNK, name: (id: string) => chunks.get(id) ?? null };
      return {
        ...options,
        codeSplitting: { includeDependenciesRecursively: false, groups: [group] },
      };
    },
  };
}

/**
 * Prevents the browser from painting a page before its script has run, which would show an empty
 * frame first. Firefox does not support the attribute, and waits for the style sheet anyway.
 *
 * @see https://html.spec.whatwg.org/#blocking-attributes
 */
export function firstFrameFull(): Plugin {
  return {
    name: 'leafmark-first-frame-full',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll('<script type="module"', '<script type="module" blocking="render"'),
    },
  };
}
