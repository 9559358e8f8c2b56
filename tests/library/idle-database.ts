import { setImmediate } from 'node:timers/promises';
import { IDBDatabase } from 'fake-indexeddb';

const running = new Set<object>();
const { transaction } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function (...args) {
  const started = transaction.apply(this, args);
  running.add(started);
  for (const type of ['complete', 'abort'])
    started.addEventListener(type, () => running.delete(started));
  return started;
};

/** A transaction that never ends must not keep a test from ending. */
const MAX_TURNS = 500;
/** A promise of the page may wait for another one, which then begins the next transaction. */
const QUIET_TURNS = 3;

/**
 * Waits until no transaction is running. A component that a test has removed may still read: if its
 * library was closed under it, the run would fail with an error outside of a test.
 */
export async function idleDatabases(): Promise<void> {
  let quiet = 0;
  for (let turn = 0; turn < MAX_TURNS && quiet < QUIET_TURNS; turn += 1) {
    await setImmediate();
    quiet = running.size === 0 ? quiet + 1 : 0;
  }
}
