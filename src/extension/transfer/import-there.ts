import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { err, ok, type Result } from '../../domain';
import {
  type Account,
  type Client,
  connectClient,
  detailOf,
  type ServiceError,
  type Transport,
} from '../../service';
import type { Accounts } from '../account/accounts';
import type { HandlersOf, RequestIn } from '../messages/message-table';
import { MAX_DETAIL_LENGTH } from '../messages/schemas';
import type { TransferFailure, TransferMessages } from '../messages/transfer-messages';

export interface ImportThereDependencies {
  readonly browser: Pick<WxtBrowser, 'storage'>;
  readonly accounts: Pick<Accounts, 'current'>;
  readonly transport: Transport;
  readonly isAllowed: (base: string) => Promise<boolean>;
  /** Returns the file that a page has put down; null if there is none. */
  readonly readUpload: () => Promise<File | null>;
  readonly removeUpload: () => Promise<void>;
  /** Called when the server has imported everything. */
  readonly onFinished: () => void;
}

/** The key in `storage.local`. */
const IMPORT_THERE = 'importThere';

/** An import that a server carries out. It has no secrets. */
const StoredImportThere = z.object({
  account: z.string(),
  /** The id by which the server reports its progress. */
  track: z.string(),
  /** The name of the file or of the other service. */
  name: z.string(),
  done: z.number(),
  total: z.number(),
  isFinished: z.boolean(),
});
type StoredImportThere = z.output<typeof StoredImportThere>;

type Handlers = Pick<
  HandlersOf<TransferMessages>,
  'importingServer' | 'startImportThere' | 'importThere' | 'forgetImportThere'
>;
type StartRequest = RequestIn<TransferMessages, 'startImportThere'>;

/** Imports that the server of the account carries out, from a file or another service (spec 2.19). */
export function createImportThere(dependencies: ImportThereDependencies): Handlers {
  const { browser, accounts, transport, isAllowed, onFinished } = dependencies;
  const { local } = browser.storage;
  const read = async (): Promise<StoredImportThere | null> =>
    StoredImportThere.safeParse((await local.get(IMPORT_THERE))[IMPORT_THERE]).data ?? null;
  const put = (stored: StoredImportThere) => local.set({ [IMPORT_THERE]: stored });

  async function ready(): Promise<Result<{ account: Account; client: Client }, TransferFailure>> {
    const account = await accounts.current();
    if (account === null) return err(failure('signed-out'));
    if (!(await isAllowed(account.base))) return err(failure('not-allowed'));
    return ok({ account, client: connectClient(account, transport) });
  }

  async function send(
    { importing }: Client,
    { choices, content }: StartRequest,
  ): Promise<Result<{ readonly headers: Headers }, TransferFailure>> {
    const { label, skipsDuplicates, isArchived, isRead, hasLabelsFromFolders } = choices;
    const base = {
      ...(label !== '' && { label }),
      ...{ ignore_duplicates: skipsDuplicates, archive: isArchived, mark_read: isRead },
    };
    if (content.kind === 'wallabag') {
      const { url, username, password, clientId, clientSecret } = content;
      const keys = { client_id: clientId, client_secret: clientSecret };
      const sent = await importing.wallabag({ ...base, url, username, password, ...keys });
      return sent.ok ? sent : err(failureOf(sent.error));
    }
    const data = await dependencies.readUpload();
    if (data === null) return err(failure('unreadable'));
    const file = { ...base, data };
    const { source } = content;
    const sent =
      source === 'browser'
        ? await importing.browser({ ...file, labels_from_titles: hasLabelsFromFolders })
        : await importing[source](file);
    return sent.ok ? sent : err(failureOf(sent.error));
  }

  return {
    async importingServer() {
      const account = await accounts.current();
      if (account === null) return ok(null);
      return ok({ host: new URL(account.base).host, isOAuth: account.credential === 'oauth' });
    },

    async startImportThere(request) {
      try {
        const found = await ready();
        if (!found.ok) return ok(found.error);
        const { account, client } = found.value;
        const sent = await send(client, request);
        if (!sent.ok) return ok(sent.error);
        const track = trackIn(sent.value.headers);
        if (track === null) return ok(failure('malformed'));
        const { content } = request;
        const name = content.kind === 'file' ? content.name : content.url;
        await put({ account: account.id, track, name, done: 0, total: 0, isFinished: false });
        return ok(null);
      } finally {
        await dependencies.removeUpload();
      }
    },

    async importThere() {
      const stored = await read();
      if (stored === null) return ok(null);
      const found = await ready();
      const { account, track, ...shown } = stored;
      if (!found.ok) return ok({ ...shown, problem: found.error });
      // The import of another account is not shown.
      if (found.value.account.id !== account) return ok(null);
      if (stored.isFinished) return ok({ ...shown, problem: null });
      const answer = await found.value.client.importing.progress(track);
      if (!answer.ok) return ok({ ...shown, problem: failureOf(answer.error) });
      const { scheduled, progress } = answer.value.body;
      const { done, total, status } = progress;
      const isFinished = !scheduled && status === 1;
      const next = { ...stored, done, total, isFinished };
      await put(next);
      if (isFinished) onFinished();
      return ok({ name: stored.name, done, total, isFinished, problem: null });
    },

    async forgetImportThere() {
      await local.remove(IMPORT_THERE);
      return ok(null);
    },
  };
}

/** Returns the id at the end of the address of the progress. */
function trackIn(headers: Pick<Headers, 'get'>): string | null {
  const [, track] = /\/([\w-]{1,128})\/?$/.exec(headers.get('Location') ?? '') ?? [];
  return track ?? null;
}

const failure = (kind: string, detail = ''): TransferFailure => ({ kind, detail });

const failureOf = (error: ServiceError): TransferFailure =>
  failure(error.kind, detailOf(error).slice(0, MAX_DETAIL_LENGTH));
