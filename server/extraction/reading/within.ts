import { Script } from 'node:vm';

/** What the script calls, by a name that nothing else has. */
const NAME = 'leafmarkWithin';
const SCRIPT = new Script(`${NAME}()`);

/**
 * What `work` gives; null when it takes longer than it may. It is ended then also if it never pauses,
 * so that no timer would have its turn, and leaves whatever it was at half done.
 */
export function within<T>(timeoutMs: number, work: () => T): T | null {
  Object.assign(globalThis, { [NAME]: work });
  try {
    // It runs here, with everything that is here: only its end is another's.
    return SCRIPT.runInThisContext({ timeout: timeoutMs }) as T;
  } catch (fault) {
    if (isTimeout(fault)) return null;
    throw fault;
  }
}

const isTimeout = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
