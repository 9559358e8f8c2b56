import { signal } from '@preact/signals';
import type { BackgroundFailure } from '../../domain/page-state';
import { err, type Result } from '../../domain/result';
import {
  type ImportCounts,
  type ImportJob,
  type ImportJobChoices,
  NO_IMPORT_CHOICES,
} from '../../library';
import type { Background } from '../../messages/background-client';
import { readonly } from '../components/signals';

/** Why a request about a server failed. `serverProblemText` has a text for each kind. */
export interface ServerProblem {
  readonly kind: string;
  /** The address of the server, or what it said; empty if there is nothing. */
  readonly detail: string;
}

export type ServerRequests = Pick<
  Background,
  | 'previewServer'
  | 'cancelServerPreview'
  | 'startServerImport'
  | 'continueServerImport'
  | 'pauseServerImport'
  | 'endServerImport'
>;

/**
 * Asks the browser for a host. It is called first in a click, and returns what was not allowed
 * before.
 */
export type AskForOrigins = (
  address: string,
) => Promise<Result<readonly string[], { readonly kind: string }>>;

export interface ServerPreviewed {
  readonly kind: 'previewed';
  readonly base: string;
  readonly token: string;
  readonly allowed: readonly string[];
  readonly preview: ImportCounts;
  readonly choices: ImportJobChoices;
}

export type ServerState =
  | { readonly kind: 'asking'; readonly problem: ServerProblem | null }
  | { readonly kind: 'reading' }
  | ServerPreviewed
  | { readonly kind: 'starting' };

export type ServerStore = ReturnType<typeof createServerStore>;

/** An import from a server, up to its start, and what can be done about one that has begun. */
export function createServerStore(background: ServerRequests, askForOrigins: AskForOrigins) {
  const state = signal<ServerState>({ kind: 'asking', problem: null });
  const problem = signal<ServerProblem | null>(null);
  /** The number of the last request. The answer to an older one is not shown. */
  let last = 0;
  const failed = (error: ServerProblem): ServerState => ({ kind: 'asking', problem: error });

  /** Forgets the preview and the token. */
  const cancel = async (): Promise<void> => {
    last += 1;
    const shown = state.value;
    state.value = { kind: 'asking', problem: null };
    const allowed = shown.kind === 'previewed' ? shown.allowed : [];
    await background.cancelServerPreview({ allowed });
  };

  return {
    state: readonly(state),
    /** Why the last request about an import that has begun failed. */
    problem: readonly(problem),
    /** To be called first in a click. */
    async look(address: string, token: string): Promise<void> {
      last += 1;
      const number = last;
      const asked = askForOrigins(address);
      state.value = { kind: 'reading' };
      const allowed = await asked;
      if (!allowed.ok) {
        state.value = failed({ kind: allowed.error.kind, detail: '' });
        return;
      }
      const request = { address, token, allowed: allowed.value };
      const reply = await background.previewServer(request);
      if (number !== last) return;
      const found = reply.ok ? reply.value : err(problemOfFailure(reply.error));
      state.value = found.ok
        ? {
            kind: 'previewed',
            ...found.value,
            token,
            allowed: allowed.value,
            choices: NO_IMPORT_CHOICES,
          }
        : failed(found.error);
    },
    setChoices(changed: Partial<ImportJobChoices>): void {
      const shown = state.value;
      if (shown.kind !== 'previewed') return;
      state.value = { ...shown, choices: { ...shown.choices, ...changed } };
    },
    /** To be called first in a click. Returns true if the import has begun. */
    async start(): Promise<boolean> {
      const shown = state.value;
      if (shown.kind !== 'previewed') return false;
      const { base, token, allowed, choices } = shown;
      // The browser does not ask again for what it has allowed.
      const asked = askForOrigins(base);
      state.value = { kind: 'starting' };
      const more = await asked;
      const origins = [...new Set([...allowed, ...(more.ok ? more.value : [])])];
      const request = { base, token, allowed: origins, choices };
      const why = problemIn(await background.startServerImport(request));
      state.value = { kind: 'asking', problem: why };
      return why === null;
    },
    cancel,
    /** The page is left. Nothing is held for a preview that nobody sees. */
    leave(): void {
      const { kind } = state.value;
      if (kind === 'reading' || kind === 'previewed') void cancel();
    },
    /** To be called first in a click. */
    async goOn({ fileName }: ImportJob, token: string | null): Promise<void> {
      const granted = await askForOrigins(fileName);
      const allowed = granted.ok ? granted.value : [];
      problem.value = problemIn(await background.continueServerImport({ token, allowed }));
    },
    async pause(): Promise<void> {
      await background.pauseServerImport();
    },
    async end({ id }: ImportJob): Promise<void> {
      problem.value = null;
      await background.endServerImport({ job: id });
    },
  };
}

const problemOfFailure = (failure: BackgroundFailure): ServerProblem => ({
  kind: failure.kind,
  detail: 'detail' in failure ? failure.detail : '',
});

const problemIn = (reply: Result<ServerProblem | null, BackgroundFailure>): ServerProblem | null =>
  reply.ok ? reply.value : problemOfFailure(reply.error);
