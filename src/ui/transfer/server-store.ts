import { type ReadonlySignal, signal } from '@preact/signals';
import type { Result } from '../../domain';
import type { ImportCounts, ImportJob, ImportJobChoices } from '../../library';
import { NO_CHOICES } from './import-store';

/** Why a request about a server failed. `serverProblemText` has a text for each kind. */
export interface ServerProblem {
  readonly kind: string;
  /** The address of the server, or what it said; empty if there is nothing. */
  readonly detail: string;
}

/** A file that the server of the account imports, or another service. */
export type ContentThere =
  | { readonly kind: 'file'; readonly file: File; readonly source: SourceThere }
  | {
      readonly kind: 'wallabag';
      readonly url: string;
      readonly username: string;
      readonly password: string;
      readonly clientId: string;
      readonly clientSecret: string;
    };

/** The files that servers import. */
export type SourceThere =
  | 'browser'
  | 'csv'
  | 'goodlinks'
  | 'linkwarden'
  | 'pinboard'
  | 'pocketFile'
  | 'readwise'
  | 'text';

/** The import that the server carries out. */
export interface ImportThere {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly isFinished: boolean;
  readonly problem: ServerProblem | null;
}

/** Imports from servers, and by them. The entrypoint implements it with messages. */
export interface ServerImporter {
  /** Asks the browser for a host. Called first in a click. Returns what was not allowed before. */
  askForOrigins(address: string): Promise<Result<readonly string[], { readonly kind: string }>>;
  preview(
    address: string,
    token: string,
    allowed: readonly string[],
  ): Promise<Result<{ readonly base: string; readonly preview: ImportCounts }, ServerProblem>>;
  cancelPreview(allowed: readonly string[]): Promise<void>;
  start(request: {
    readonly base: string;
    readonly token: string;
    readonly allowed: readonly string[];
    readonly choices: ImportJobChoices;
  }): Promise<ServerProblem | null>;
  goOn(token: string | null, allowed: readonly string[]): Promise<ServerProblem | null>;
  pause(): Promise<void>;
  end(job: number): Promise<void>;
  /** The account whose server could import; null if nobody is signed in. */
  account(): Promise<{ readonly host: string; readonly isOAuth: boolean } | null>;
  startThere(content: ContentThere, choices: ImportJobChoices): Promise<ServerProblem | null>;
  there(): Promise<ImportThere | null>;
  forgetThere(): Promise<void>;
}

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

/** An import from a server, up to its start, and what can be done about one that has begun. */
export interface ServerStore {
  readonly state: ReadonlySignal<ServerState>;
  /** Why the last request about an import that has begun failed. */
  readonly problem: ReadonlySignal<ServerProblem | null>;
  /** To be called first in a click. */
  look(address: string, token: string): Promise<void>;
  setChoices(choices: Partial<ImportJobChoices>): void;
  /** To be called first in a click. Returns true if the import has begun. */
  start(): Promise<boolean>;
  /** Forgets the preview and the token. */
  cancel(): Promise<void>;
  /** To be called first in a click. */
  goOn(job: ImportJob, token: string | null): Promise<void>;
  pause(): Promise<void>;
  end(job: ImportJob): Promise<void>;
}

export function createServerStore(importer: ServerImporter): ServerStore {
  const state = signal<ServerState>({ kind: 'asking', problem: null });
  const problem = signal<ServerProblem | null>(null);
  /** The number of the last request. The answer to an older one is not shown. */
  let last = 0;
  const failed = (error: ServerProblem): ServerState => ({ kind: 'asking', problem: error });
  return {
    state,
    problem,
    async look(address, token) {
      last += 1;
      const number = last;
      const asked = importer.askForOrigins(address);
      state.value = { kind: 'reading' };
      const allowed = await asked;
      if (!allowed.ok) {
        state.value = failed({ kind: allowed.error.kind, detail: '' });
        return;
      }
      const found = await importer.preview(address, token, allowed.value);
      if (number !== last) return;
      state.value = found.ok
        ? { kind: 'previewed', ...found.value, token, allowed: allowed.value, choices: NO_CHOICES }
        : failed(found.error);
    },
    setChoices(changed) {
      const shown = state.value;
      if (shown.kind !== 'previewed') return;
      state.value = { ...shown, choices: { ...shown.choices, ...changed } };
    },
    async start() {
      const shown = state.value;
      if (shown.kind !== 'previewed') return false;
      const { base, token, allowed, choices } = shown;
      // The browser does not ask again for what it has allowed.
      const asked = importer.askForOrigins(base);
      state.value = { kind: 'starting' };
      const more = await asked;
      const origins = [...new Set([...allowed, ...(more.ok ? more.value : [])])];
      const why = await importer.start({ base, token, allowed: origins, choices });
      state.value = { kind: 'asking', problem: why };
      return why === null;
    },
    async cancel() {
      last += 1;
      const shown = state.value;
      state.value = { kind: 'asking', problem: null };
      await importer.cancelPreview(shown.kind === 'previewed' ? shown.allowed : []);
    },
    async goOn({ fileName }, token) {
      const asked = importer.askForOrigins(fileName);
      const allowed = await asked;
      problem.value = await importer.goOn(token, allowed.ok ? allowed.value : []);
    },
    pause: () => importer.pause(),
    async end({ id }) {
      problem.value = null;
      await importer.end(id);
    },
  };
}
