import { computed, signal } from '@preact/signals';
import { unixMs } from '../../domain/time';
import {
  type ImportCounts,
  type ImportJob,
  type ImportJobChoices,
  type ImportRepository,
  type Library,
  NO_IMPORT_CHOICES,
  type SyncStatus,
} from '../../library';
import type { TransferProblem } from '../../transfer';
import type { AccountStore } from '../account/account-store';
import { readonly } from '../components/signals';
import type { Importer } from './import-store';

interface ServerStoreDeps {
  readonly accounts: AccountStore;
  /** Opens the library into which a server is read; null if it is not made yet. */
  readonly openSource: (name: string) => Promise<Library | null>;
  readonly importer: Pick<Importer, 'count'>;
  readonly imports: ImportRepository;
  /** Called when the library was changed. It wakes the background. */
  readonly onChanged: () => void;
}

/** The background makes the library when it begins to read. */
const OPEN_SOURCE_AGAIN_MS = 500;

export type ServerStore = ReturnType<typeof createServerStore>;

/**
 * An import from another server: the sign-in to it, how far its bookmarks are read, and what they would
 * bring. The background reads them into a library of their own, whose state of sync this store shows.
 */
export function createServerStore(deps: ServerStoreDeps) {
  const { accounts, importer, imports } = deps;
  const status = signal<SyncStatus | null>(null);
  const preview = signal<ImportCounts | null>(null);
  const problem = signal<TransferProblem | null>(null);
  const choices = signal<ImportJobChoices>(NO_IMPORT_CHOICES);
  const source = computed(() => accounts.status.value?.source ?? null);
  let following = new AbortController();

  const follow = (name: string | null) => {
    following.abort();
    following = new AbortController();
    status.value = null;
    preview.value = null;
    problem.value = null;
    choices.value = NO_IMPORT_CHOICES;
    if (name !== null) void watchStatus(name, following.signal);
  };
  const watchStatus = async (name: string, signal: AbortSignal) => {
    const library = await deps.openSource(name);
    if (signal.aborted) return library?.close();
    if (library === null) {
      const again = setTimeout(() => void watchStatus(name, signal), OPEN_SOURCE_AGAIN_MS);
      signal.addEventListener('abort', () => clearTimeout(again));
      return;
    }
    let isCounted = false;
    const unwatch = library.sync.watchStatus((next) => {
      status.value = next;
      if (next.syncedAt === null || isCounted) return;
      isCounted = true;
      void count(name, signal);
    });
    signal.addEventListener('abort', () => {
      unwatch();
      library.close();
    });
  };
  const count = async (name: string, signal: AbortSignal) => {
    const counted = await importer.count(name, signal);
    if (signal.aborted || counted === null) return;
    if (counted.ok) preview.value = counted.value;
    else problem.value = counted.error;
  };
  let followed: string | null = null;
  const unfollow = source.subscribe((next) => {
    const library = next?.account.library ?? null;
    if (library === followed) return;
    followed = library;
    follow(library);
  });

  const leave = async () => {
    const account = source.value?.account;
    if (account) await accounts.signOut(account.id, false);
  };

  return {
    accounts,
    /** The server that is signed in to; null if there is none. */
    source: readonly(source),
    /** How far it is read; null until it is known. */
    status: readonly(status),
    /** The counts of its import; null until its list was read. */
    preview: readonly(preview),
    problem: readonly(problem),
    choices: readonly(choices),
    setChoices(changed: Partial<ImportJobChoices>): void {
      choices.value = { ...choices.value, ...changed };
    },
    async start(): Promise<void> {
      const [account, counts] = [source.value?.account, preview.value];
      if (!account?.library || counts === null) return;
      const { host, pathname } = new URL(account.base);
      const started = await imports.start({
        fileName: host + pathname.replace(/\/$/, ''),
        format: 'server',
        source: account.library,
        choices: choices.value,
        startedAt: unixMs(Date.now()),
        total: counts.rows,
      });
      if (!started.ok || started.value === null) {
        problem.value = started.ok ? 'busy' : 'unavailable';
        return;
      }
      await imports.resume(started.value);
      deps.onChanged();
    },
    /** Signs out, and forgets what was read. */
    leave,
    /** Leaves the server of an import that was ended. */
    async ended(job: ImportJob): Promise<void> {
      if (job.source === followed) await leave();
    },
    dispose(): void {
      unfollow();
      following.abort();
    },
  };
}
