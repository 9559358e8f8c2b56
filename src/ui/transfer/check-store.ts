import { signal } from '@preact/signals';
import type { BackupCheck, TransferProblem } from '../../transfer';
import { readonly } from '../components/signals';
import type { Progress } from '../jobs/work-progress';
import type { OnProgress, Transferred } from './transferred';

/** Checks backups. The entrypoint implements it with a worker. */
export interface BackupChecker {
  /** Restores a bundle aside, and compares it with the library. It resolves when nothing of it is left. */
  check(file: File, signal: AbortSignal, onProgress: OnProgress): Transferred<BackupCheck>;
}

export type CheckState =
  | { readonly kind: 'choosing' }
  | ({ readonly kind: 'checking' } & Progress)
  | { readonly kind: 'checked'; readonly fileName: string; readonly check: BackupCheck }
  | { readonly kind: 'failed'; readonly fileName: string; readonly problem: TransferProblem };

export function createCheckStore(checker: BackupChecker) {
  const state = signal<CheckState>({ kind: 'choosing' });
  let running: AbortController | null = null;
  const stop = () => running?.abort();
  return {
    state: readonly(state),
    async check(file: File) {
      if (running !== null) return;
      const run = new AbortController();
      running = run;
      state.value = { kind: 'checking', done: 0, all: null };
      const checked = await checker.check(file, run.signal, (done, all) => {
        if (!run.signal.aborted) state.value = { kind: 'checking', done, all };
      });
      running = null;
      const fileName = file.name;
      if (checked === null) state.value = { kind: 'choosing' };
      else if (!checked.ok) state.value = { kind: 'failed', fileName, problem: checked.error };
      else state.value = { kind: 'checked', fileName, check: checked.value };
    },
    stop,
    dispose: stop,
  };
}

/** One check at a time. */
export type CheckStore = ReturnType<typeof createCheckStore>;
