import { describe, expect, it, vi } from 'vitest';
import type { LibraryError } from '../../src/library';
import type { LibraryDatabase } from '../../src/library/database/schema';
import { allRows, type Fault, failWrite } from './faults';

/** A change of a library. */
export type Attempt<Test> = (test: Test) => Promise<{ ok: boolean; error?: LibraryError }>;

const FAULTS: Readonly<Record<Fault, LibraryError['kind']>> = {
  'quota-on-request': 'quota',
  'quota-on-commit': 'quota',
  killed: 'unavailable',
};

/** Tests each change with a fault in each of its writes. `create` makes the library that it changes. */
export function testWholeWrites<Test extends { readonly tables: LibraryDatabase }>(
  create: () => Promise<Test>,
  changes: Readonly<Record<string, Attempt<Test>>>,
): void {
  describe.each(Object.entries(changes))('%s', (_, change) => {
    it.each(Object.entries(FAULTS) as [Fault, LibraryError['kind']][])(
      'writes everything or nothing when one of its writes fails (%s)',
      async (fault, kind) => {
        const test = await create();
        const before = await allRows(test.tables);
        for (let number = 1; ; number += 1) {
          // A device that is full stays so, also for what makes room.
          const { writes } = failWrite(number, fault, undefined, kind === 'quota');
          const written = await change(test);
          const made = writes();
          vi.restoreAllMocks();
          if (written.ok) {
            expect(made).toBe(number - 1);
            expect(made).toBeGreaterThan(0);
            expect(await allRows(test.tables)).not.toEqual(before);
            return;
          }
          expect(written.error?.kind).toBe(kind);
          expect(await allRows(test.tables)).toEqual(before);
        }
      },
    );
  });
}
