import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type BookmarkId, UNDO_MS } from '../../domain';
import type {
  BulkAction,
  BulkJob,
  BulkRepository,
  ChosenAction,
  LabelRename,
  Written,
} from '../../library';
import type { Library, LibraryError } from '../../library/repository';
import type { Background } from '../background';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import type { ToastStore } from '../components/toasts';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, type PluralKey, plural, t } from '../strings';

/** The actions on many bookmarks, their progress and their one undo. */
export interface BulkStore {
  /** The action or undo that is being carried out; null: none. */
  readonly job: ReadonlySignal<BulkJob | null>;
  /** Why `job` does not continue; null: it does. */
  readonly problem: ReadonlySignal<LibraryError | null>;
  act(action: ChosenAction, ids: readonly BookmarkId[]): Promise<void>;
  relabel(renames: readonly LabelRename[]): Promise<void>;
  cancel(): Promise<void>;
  /** Continues after a problem. */
  retry(): void;
  dispose(): void;
}

interface BulkDeps {
  readonly library: Promise<Library>;
  readonly tools: ReadonlySignal<BookmarkListTools | null>;
  readonly background: Pick<Background, 'libraryChanged'>;
  /** Runs `work` when no other page of the profile does so. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly now: () => number;
}

interface Parts {
  readonly bulk: BulkRepository;
  readonly toasts: ToastStore;
}

/**
 * Starts jobs, and carries out those that are stored, also from a page that was closed. Every page
 * reports the end of every job and offers its undo, because the page that started it may be gone.
 */
export function createBulkStore(deps: BulkDeps): BulkStore {
  const { library, tools, background, alone, now } = deps;
  const jobs = signal<readonly BulkJob[]>([]);
  const problem = signal<LibraryError | null>(null);
  const ended = new AbortController();
  /** Jobs whose end was reported, or was too long ago. */
  const reported = new Set<number>();
  let isFirst = true;
  /** The open jobs and undos that `run` was called for. */
  let asked: ReadonlySet<string> = new Set();
  let isRunning = false;
  let isAskedAgain = false;
  let stopJobs = () => {};

  const parts = Promise.all([library, import('../../library'), whenSet(tools)]).then(
    ([opened, { bulkRepository }, { toasts }]): Parts => ({
      bulk: opened.part(bulkRepository),
      toasts,
    }),
  );

  async function run(opened: Parts): Promise<void> {
    if (ended.signal.aborted || problem.value !== null) return;
    isAskedAgain = isRunning;
    if (isRunning) return;
    isRunning = true;
    try {
      await alone(async () => {
        const ran = await opened.bulk.run(ended.signal);
        if (!ran.ok) problem.value = ran.error;
      });
    } finally {
      isRunning = false;
    }
    // One may have been stored after the last one was looked for.
    if (isAskedAgain) void run(opened);
  }

  function receive(opened: Parts, next: readonly BulkJob[]): void {
    const before = jobs.value;
    jobs.value = next;
    for (const job of next) {
      if (job.finishedAt === null || isOpen(job)) {
        // Its undo may end early, and then it can be undone again.
        if (reported.delete(job.id)) opened.toasts.forget(subjectOf(job));
      } else if (!reported.has(job.id)) {
        reported.add(job.id);
        if (!isFirst || now() - job.finishedAt < UNDO_MS) report(opened, job);
      }
    }
    for (const job of before) {
      if (next.some(({ id }) => id === job.id)) continue;
      opened.toasts.forget(subjectOf(job));
      if (job.state === 'undoing') void background.libraryChanged();
    }
    isFirst = false;
    const open = next.filter(isOpen).map(({ id, state }) => `${id} ${state}`);
    const isAsked = open.every((job) => asked.has(job));
    asked = new Set(open);
    if (!isAsked) void run(opened);
  }

  function report({ bulk, toasts }: Parts, job: BulkJob): void {
    void background.libraryChanged();
    const about = subjectOf(job);
    const undo = async () => {
      const undone = await bulk.undo(job.id);
      if (!undone.ok) toasts.showError(t(LIBRARY_ERRORS[undone.error.kind]));
    };
    if (job.changed === 0) toasts.show(t('bulkNothing'), about);
    else if (job.action.kind === 'purge') toasts.show(resultOf(job), about);
    else toasts.offerUndo(resultOf(job), undo, about);
  }

  void parts.then((opened) => {
    if (ended.signal.aborted) return;
    stopJobs = opened.bulk.watchJobs((next) => batch(() => receive(opened, next)));
  });

  async function start(begin: (bulk: BulkRepository) => Written<number | null>): Promise<void> {
    const opened = await parts;
    const begun = await begin(opened.bulk);
    if (!begun.ok) {
      opened.toasts.showError(t(LIBRARY_ERRORS[begun.error.kind]));
      return;
    }
    if (begun.value === null) {
      opened.toasts.show(t('bulkNothing'));
      return;
    }
    void run(opened);
  }

  return {
    job: computed(() => jobs.value.find(isOpen) ?? null),
    problem: computed(() => problem.value),
    act: (action, ids) => start((bulk) => bulk.start(action, ids)),
    relabel: (renames) => start((bulk) => bulk.relabel(renames)),
    async cancel() {
      const opened = await parts;
      const job = jobs.value.find(isOpen);
      problem.value = null;
      if (job === undefined) return;
      const cancelled = await opened.bulk.cancel(job.id);
      if (!cancelled.ok) problem.value = cancelled.error;
      // Other jobs may wait behind it.
      else void run(opened);
    },
    retry() {
      problem.value = null;
      void parts.then(run);
    },
    dispose() {
      ended.abort();
      stopJobs();
    },
  };
}

const isOpen = ({ state }: BulkJob): boolean => state !== 'finished';

const subjectOf = ({ id }: BulkJob): string => `bulk ${id}`;

/** Returns the message about a finished job. */
function resultOf({ action, changed, done, total }: BulkJob): string {
  if (done < total) return t('bulkStopped', formatNumber(changed), formatNumber(total));
  return plural(resultKey(action), changed);
}

function resultKey(action: BulkAction): PluralKey {
  switch (action.kind) {
    case 'trash':
      return 'bulkDeleted';
    case 'restore':
      return 'bulkRestored';
    case 'purge':
      return 'bulkPurged';
    case 'relabel':
      return action.isRemoval ? 'bulkLabelRemoved' : 'bulkRelabelled';
    case 'edit': {
      const { isArchived, isFavourite, readProgress, addLabels } = action.patch;
      if (isArchived !== undefined) return isArchived ? 'bulkArchived' : 'bulkUnarchived';
      if (isFavourite !== undefined) return isFavourite ? 'bulkFavoured' : 'bulkUnfavoured';
      if (readProgress !== undefined) return readProgress > 0 ? 'bulkRead' : 'bulkUnread';
      return addLabels === undefined ? 'bulkLabelRemoved' : 'bulkLabelled';
    }
  }
}

function whenSet<T>(value: ReadonlySignal<T | null>): Promise<T> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (value.value === null) return;
      resolve(value.value);
      // `stop` is not assigned yet when the value is set from the start.
      queueMicrotask(() => stop());
    });
  });
}
