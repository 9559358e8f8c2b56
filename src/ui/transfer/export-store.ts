import { type ReadonlySignal, signal } from '@preact/signals';
import type { BookmarkId, Result } from '../../domain';
import type { ExportChoice, ExportFormat, TransferProblem } from '../../transfer';
import type { Progress } from './transfer-progress';

/** Writes files. The entrypoint implements it with a worker. */
export interface Exporter {
  /**
   * Resolves to null when `signal` is aborted.
   *
   * @param onProgress called with the number of bookmarks that were written, and of all
   */
  write(
    choice: Omit<ExportChoice, 'settings'>,
    signal: AbortSignal,
    onProgress: (done: number, all: number | null) => void,
  ): Promise<Result<File, TransferProblem> | null>;
}

export type ExportState =
  | { readonly kind: 'choosing' }
  | ({ readonly kind: 'writing' } & Progress)
  | { readonly kind: 'written'; readonly file: File }
  | { readonly kind: 'failed'; readonly problem: TransferProblem };

/** One export at a time. */
export interface ExportStore {
  readonly format: ReadonlySignal<ExportFormat>;
  readonly state: ReadonlySignal<ExportState>;
  choose(format: ExportFormat): void;
  /** @param ids null for the whole library */
  start(ids: readonly BookmarkId[] | null): Promise<void>;
  cancel(): void;
  /** Gives the file to the browser's downloads once more. */
  download(): void;
  dispose(): void;
}

/** @param save gives a file to the browser's downloads */
export function createExportStore(exporter: Exporter, save: (file: File) => void): ExportStore {
  const format = signal<ExportFormat>('bundle');
  const state = signal<ExportState>({ kind: 'choosing' });
  let running: AbortController | null = null;
  const cancel = () => {
    running?.abort();
    running = null;
    state.value = { kind: 'choosing' };
  };
  return {
    format,
    state,
    choose(chosen) {
      format.value = chosen;
      if (running === null) state.value = { kind: 'choosing' };
    },
    async start(ids) {
      const run = new AbortController();
      running = run;
      state.value = { kind: 'writing', done: 0, all: null };
      const written = await exporter.write(
        { format: format.value, ids },
        run.signal,
        (done, all) => {
          if (!run.signal.aborted) state.value = { kind: 'writing', done, all };
        },
      );
      if (run.signal.aborted || written === null) return;
      running = null;
      if (!written.ok) {
        state.value = { kind: 'failed', problem: written.error };
        return;
      }
      state.value = { kind: 'written', file: written.value };
      save(written.value);
    },
    cancel,
    download() {
      if (state.value.kind === 'written') save(state.value.file);
    },
    dispose: () => running?.abort(),
  };
}
