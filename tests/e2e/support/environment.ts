// The environment of the browser tests: like that of Node, with work to do at the end of the process.
// The files of a process share browsers, which no hook of a file could close.
import type { Environment } from 'vitest/runtime';

type Work = () => Promise<void>;

/** vitest loads this module a second time for itself, so both share the work through the globals. */
const shared = globalThis as { leafmarkAtProcessEnd?: Work[] };

/** Registers work for the end of the process of the tests. */
export function atProcessEnd(work: Work): void {
  shared.leafmarkAtProcessEnd?.push(work);
}

export default {
  name: 'browsers',
  viteEnvironment: 'ssr',
  setup() {
    const all: Work[] = [];
    shared.leafmarkAtProcessEnd = all;
    return {
      async teardown() {
        for (const work of all) await work();
      },
    };
  },
} satisfies Environment;
