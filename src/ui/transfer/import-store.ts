import { type ReadonlySignal, signal } from '@preact/signals';
import type { Result } from '../../domain';
import type { Restored, TransferProblem } from '../../transfer';
import type { Progress } from './transfer-progress';

/** Restores bundles. The entrypoint implements it with a worker. */
export interface Restorer {
  /**
   * Resolves to null when `signal` is aborted.
   *
   * @param onProgress called with the number of bookmarks that are done, and of all; null if unknown
   */
  restore(
    file: File,
    signal: AbortSignal,
    onProgress: (done: number, all: number | null) => void,
  ): Promise<Result<Restored, TransferProblem> | null>;
}

export type ImportState =
  | { readonly kind: 'choosing'; readonly isStopped: boolean }
  | ({ readonly kind: 'restoring' } & Progress)
  | { readonly kind: 'restored'; readonly fileName: string; readonly restored: Restored }
  | { readonly kind: 'failed'; readonly fileName: string; readonly problem: TransferProblem };

/** One import at a time. */
export interface ImportStore {
  readonly state: ReadonlySignal<ImportState>;
  start(file: File): Promise<void>;
  /** What was added stays. */
  stop(): void;
  dispose(): void;
}

/** @param onChanged called when the library was changed */
export function createImportStore(restorer: Restorer, onChanged: () => void): ImportStore {
  const state = signal<ImportState>({ kind: 'choosing', isStopped: false });
  let running: AbortController | null = null;
  return {
    state,
    async start(file) {
      if (running !== null) return;
      const run = new AbortController();
      running = run;
      state.value = { kind: 'restoring', done: 0, all: null };
      const ended = await restorer.restore(file, run.signal, (done, all) => {
        if (!run.signal.aborted) state.value = { kind: 'restoring', done, all };
      });
      running = null;
      onChanged();
      const fileName = file.name;
      if (ended === null) state.value = { kind: 'choosing', isStopped: true };
      else if (ended.ok) state.value = { kind: 'restored', fileName, restored: ended.value };
      else state.value = { kind: 'failed', fileName, problem: ended.error };
    },
    stop: () => running?.abort(),
    dispose: () => running?.abort(),
  };
}
