import type { Plugin } from 'vite';

const CHUNK = 'first-paint';

/**
 * Puts all that `entry` (its absolute path) imports at once into one chunk, which the other pages
 * share. Left to itself the bundler makes a chunk for each set of pages that share a module: twenty
 * files to fetch, and 2 kB more gzipped. `notDrawn` are modules that it reaches through the doors of
 * rooms and has no use for, as the bundler does not tell: they go where they are used.
 */
export function firstPaintChunk(entry: string, notDrawn: RegExp): Plugin {
  /** The modules that are there before `entry` runs. */
  const modules = new Set<string>();
  return {
    name: 'leafmark-first-paint',
    apply: 'build',
    buildEnd() {
      const visit = (id: string) => {
        if (modules.has(id) || notDrawn.test(id)) return;
        modules.add(id);
        this.getModuleInfo(id)?.importedIds.forEach(visit);
      };
      modules.clear();
      const { importedIds = [], importers = [] } = this.getModuleInfo(entry) ?? {};
      importedIds.forEach(visit);
      // What the page itself asks for beside the entry: WXT's own part, which is empty in a build
      // and would be a file all the same.
      for (const page of importers) {
        const beside = this.getModuleInfo(page)?.importedIds ?? [];
        beside.filter((id) => id !== entry).forEach(visit);
      }
    },
    outputOptions(options) {
      // Background and capture script are one file each.
      if (options.format !== 'es') return null;
      const name = (id: string) => (modules.has(id) ? CHUNK : null);
      const group = { debugName: CHUNK, name };
      return {
        ...options,
        codeSplitting: { includeDependenciesRecursively: false, groups: [group] },
      };
    },
  };
}

/**
 * Lets no page of ours be painted before its script has run: an empty frame would come first, and
 * the one with something in it a frame later. Firefox does not know the attribute, and waits anyway
 * for the style sheet.
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
