import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { UNDO_MS } from '../../domain/time';
import type {
  BulkAction,
  BulkJob,
  BulkRepository,
  ChosenAction,
  LabelRename,
  Library,
  LibraryError,
  Written,
} from '../../library';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { readonly } from '../components/signals';
import { whenSet } from '../components/use-store';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, plural, t } from '../strings';

interface BulkDeps {
  readonly library: Promise<Library>;
  readonly tools: ReadonlySignal<BookmarkListTools | null>;
  /** Runs `work` when no other page of the profile does so. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly now: () => number;
}

interface Parts extends Pick<BookmarkListTools, 'act' | 'toasts'> {
  readonly bulk: BulkRepository;
}

/**
 * Starts jobs, and carries out those that are stored, also from a page that was closed. Every page
 * reports the end of every job and offers its undo, because the page that started it may be gone.
 */
export function createBulkStore(deps: BulkDeps) {
  const jobs = signal<readonly BulkJob[]>([]);
  const ended = new AbortController();
  const { run, problem } = createRunner(deps, ended.signal);
  const receive = createReporter(deps);
  /** The open jobs and undos that `run` was called for. */
  let asked: ReadonlySet<string> = new Set();
  let stopJobs = () => {};

  // A page opens the library after its first paint, and the code of the library can wait as long.
  const bulk = deps.library.then(async (opened) =>
    opened.part((await import('../../library')).bulkRepository),
  );
  const parts = Promise.all([bulk, whenSet(deps.tools)]).then(
    ([repository, { act, toasts }]): Parts => ({ bulk: repository, act, toasts }),
  );

  function follow(opened: Parts, next: readonly BulkJob[]): void {
    const before = jobs.value;
    jobs.value = next;
    receive(opened, next, before);
    const open = next.filter(isOpen).map(({ id, state }) => `${id} ${state}`);
    const isAsked = open.every((job) => asked.has(job));
    asked = new Set(open);
    if (!isAsked) void run(opened);
  }

  void parts.then((opened) => {
    if (ended.signal.aborted) return;
    stopJobs = opened.bulk.watchJobs((next) => batch(() => follow(opened, next)));
  });

  async function start(begin: (bulk: BulkRepository) => Written<number | null>): Promise<void> {
    const opened = await parts;
    const begun = await begin(opened.bulk);
    if (!begun.ok) return opened.toasts.showError(t(LIBRARY_ERRORS[begun.error.kind]));
    if (begun.value === null) return opened.toasts.show(t('nothingToDo'));
    void run(opened);
  }

  return {
    /** The action or undo that is being carried out; null: none. */
    job: computed(() => jobs.value.find(isOpen) ?? null),
    /** The actions that can be undone, the last one first. */
    finished: computed(() =>
      jobs.value
        .filter(({ state, changed, action }) => {
          return state === 'finished' && changed > 0 && action.kind !== 'purge';
        })
        .toReversed(),
    ),
    async undo({ id }: BulkJob) {
      const { act, bulk: repository } = await parts;
      await act(repository.undo(id));
    },
    /** Why `job` does not continue; null: it does. */
    problem: readonly(problem),
    act: (action: ChosenAction, ids: readonly BookmarkId[]) =>
      start((bulk) => bulk.start(action, ids)),
    relabel: (renames: readonly LabelRename[]) => start((bulk) => bulk.relabel(renames)),
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
    /** Continues after a problem. */
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

/** Carries out the stored jobs, one page at a time. */
function createRunner({ alone }: Pick<BulkDeps, 'alone'>, ended: AbortSignal) {
  const problem = signal<LibraryError | null>(null);
  let isRunning = false;
  let isAskedAgain = false;

  async function run(opened: Pick<Parts, 'bulk'>): Promise<void> {
    if (ended.aborted || problem.value !== null) return;
    isAskedAgain = isRunning;
    if (isRunning) return;
    isRunning = true;
    try {
      await alone(async () => {
        const ran = await opened.bulk.run(ended);
        if (!ran.ok) problem.value = ran.error;
      });
    } finally {
      isRunning = false;
    }
    // One may have been stored after the last one was looked for.
    if (isAskedAgain) void run(opened);
  }
  return { run, problem };
}

/** Returns a function that reports the jobs that have ended, and forgets those that are gone. */
function createReporter({ now }: Pick<BulkDeps, 'now'>) {
  /** Jobs whose end was reported, or was too long ago. */
  const reported = new Set<number>();
  let isFirst = true;
  return (opened: Parts, jobs: readonly BulkJob[], before: readonly BulkJob[]): void => {
    for (const job of jobs) {
      if (job.finishedAt === null || isOpen(job)) {
        // Its undo may end early, and then it can be undone again.
        if (reported.delete(job.id)) opened.toasts.forget(subjectOf(job));
      } else if (!reported.has(job.id)) {
        reported.add(job.id);
        if (isFirst && now() - job.finishedAt >= UNDO_MS) continue;
        report(opened, job);
      }
    }
    for (const job of before) {
      if (jobs.some(({ id }) => id === job.id)) continue;
      opened.toasts.forget(subjectOf(job));
      if (job.state === 'undoing') void opened.act(ok(job));
    }
    isFirst = false;
  };
}

/** The actions on many bookmarks, their progress and their one undo. */
export type BulkStore = ReturnType<typeof createBulkStore>;

/** Says how a job ended, and offers its undo. */
function report({ bulk, act }: Parts, job: BulkJob): void {
  const isFinal = job.changed === 0 || job.action.kind === 'purge';
  void act(ok(job), {
    message: () => (job.changed === 0 ? t('nothingToDo') : resultOf(job)),
    ...(!isFinal && { undo: () => bulk.undo(job.id) }),
    about: subjectOf(job),
  });
}

const isOpen = ({ state }: BulkJob): boolean => state !== 'finished';

const subjectOf = ({ id }: BulkJob): string => `bulk ${id}`;

/** Returns the message about a finished job. */
export function resultOf({ action, changed, done, total }: BulkJob): string {
  if (done < total) return t('bulkStopped', formatNumber(changed), formatNumber(total));
  return t(resultKey(action), plural('bookmarks', changed));
}

function resultKey(action: BulkAction) {
  switch (action.kind) {
    case 'trash':
      return 'toastDeleted';
    case 'restore':
      return 'toastRestored';
    case 'purge':
      return 'toastPurged';
    case 'relabel':
      return action.isRemoval ? 'bulkLabelRemoved' : 'bulkRelabelled';
    case 'edit': {
      const { isArchived, isFavourite, readProgress, addLabels } = action.patch;
      if (isArchived !== undefined) return isArchived ? 'toastArchived' : 'toastUnarchived';
      if (isFavourite !== undefined) return isFavourite ? 'bulkFavoured' : 'bulkUnfavoured';
      if (readProgress !== undefined) return readProgress > 0 ? 'bulkRead' : 'bulkUnread';
      return addLabels === undefined ? 'bulkLabelRemoved' : 'bulkLabelled';
    }
  }
}
