import type { Plugin } from 'vite';

const CHUNK = 'first-paint';

/**
 * Puts everything that `entry` (its absolute path) imports statically into one chunk, which the
 * other pages share. By default the bundler makes a chunk for each set of pages, and of parts that are
 * loaded later, that share a module: twenty files, and 2 kB more gzipped.
 *
 * @param later chunks by their names, each with the absolute paths of the modules that it contains
 * with everything that they import statically. Modules that other pages import statically are in one
 * chunk for each set of pages instead, so that no page loads more than it needs
 */
export function pageChunks(
  entry: string,
  later: Readonly<Record<string, readonly string[]>> = {},
): Plugin {
  /** The chunk of each module. */
  const chunks = new Map<string, string>();
  return {
    name: 'leafmark-page-chunks',
    apply: 'build',
    buildEnd() {
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
      const visit = (id: string, found: Set<string>): Set<string> => {
        if (found.has(id) || chunks.has(id)) return found;
        found.add(id);
        for (const imported of importsOf(id)) visit(imported, found);
        return found;
      };
      chunks.clear();
      const { importers: ownPages = [] } = this.getModuleInfo(entry) ?? {};
      // Includes what the page imports besides the entry: WXT's own module, which is empty in a
      // build and would be another file.
      const first = [entry, ...ownPages].flatMap(importsOf).filter((id) => id !== entry);
      const inFirst = new Set<string>();
      for (const id of first) visit(id, inFirst);
      for (const id of inFirst) chunks.set(id, CHUNK);
      const others = [...this.getModuleIds()]
        .filter((id) => this.getModuleInfo(id)?.isEntry && !ownPages.includes(id))
        .map((id) => visit(id, new Set()));
      const isOfZod = (id: string) => /[\\/]zod[\\/]/.test(id);
      for (const [chunk, modules] of Object.entries(later)) {
        const inChunk = new Set<string>();
        for (const id of modules) visit(id, inChunk);
        const names = [...inChunk].map((id) => {
          const pages = others.flatMap((page, at) => (page.has(id) ? [at] : []));
          if (pages.length === 0) return [id, chunk] as const;
          // Many import the contract for something that needs no schema. Only the bundler knows which
          // pages need one.
          const hasSchemas = [...visit(id, new Set())].some(isOfZod);
          return [id, hasSchemas ? null : `shared-${pages.join('-')}`] as const;
        });
        for (const [id, name] of names) if (name !== null) chunks.set(id, name);
      }
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
