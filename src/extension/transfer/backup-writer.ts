import type { Browser, WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { wallClock } from '../../background/library/libraries';
import { readExport, removeExport } from '../../background/transfer/export-files';
import {
  startTransferWorker,
  type TransferMessage,
  transferInWorker,
} from '../../background/transfer/transfer-in-worker';
import { BACKUP_PROBLEMS, type BackupProblem, type Unwritten } from '../../domain/backup';
import { err, ok, type Result } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import type { BundleSettings } from '../../formats';
import type { AccountKey } from '../../library';
import type { ExportChoice } from '../../transfer';
import { UnwrittenSchema } from './backup-record';
import type { OffscreenDocument } from './offscreen-document';

/** The library and the settings of a backup. */
export interface BackupSource {
  readonly library: AccountKey;
  /** The person's settings, without accounts and secrets. */
  readonly settings: BundleSettings;
  /** True if the file is to be restored aside and compared with the library. */
  readonly isChecked: boolean;
}

/** A bundle that was written. */
export interface WrittenBackup {
  /** Its `blob:` address. */
  readonly url: string;
  readonly unwritten: Unwritten;
  /** Number of records that the check found; null if there was none, or it could not be made. */
  readonly found: number | null;
}

/** Writes the bundle of a library. */
type WriteBackup = (source: BackupSource) => Promise<Result<WrittenBackup, BackupProblem>>;

export type BackupWriter = ReturnType<typeof createPageBackups>;

/** Needs a page, which can start workers: the background of Firefox, or the offscreen document. */
export const writeBackup: WriteBackup = async ({ library, settings, isChecked }) => {
  const since = wallClock();
  await removeExport('backup');
  const choice: ExportChoice = {
    format: 'bundle',
    ids: null,
    title: null,
    settings,
    // Only files with Markdown have a form of it.
    markdown: { highlights: 'marks', layout: 'properties' },
  };
  const ended = await transferInWorker(
    startTransferWorker,
    { kind: 'export', into: 'backup', account: library, choice },
    { signal: new AbortController().signal },
  );
  if (ended?.kind !== 'written') return err(writeProblemOf(ended));
  const file = await readExport('backup', ended.name, ended.type);
  const found = isChecked ? await checked({ library, settings }, file, since) : null;
  return ok({ url: URL.createObjectURL(file), unwritten: ended.unwritten, found });
};

/**
 * Returns the number of records that differ from the library or cannot be restored; null if the check
 * could not be made. No extension may read its downloads, so the file is checked before.
 *
 * @param since the time when it was begun: a person may change the library meanwhile
 */
async function checked(
  { library, settings }: Pick<BackupSource, 'library' | 'settings'>,
  file: File,
  since: UnixMs,
): Promise<number | null> {
  const ended = await transferInWorker(
    startTransferWorker,
    { kind: 'check', account: library, file, settings, since },
    { signal: new AbortController().signal },
  );
  if (ended?.kind !== 'checked') return null;
  const { differences, restored } = ended.check;
  const lost = restored.problems.length + restored.missingImages + restored.leftOut.length;
  return differences.reduce((sum, { count }) => sum + count, lost);
}

/** A backup of a library has no other problems. */
function writeProblemOf(ended: TransferMessage | null): BackupProblem {
  const problem = ended?.kind === 'failed' ? ended.problem : 'failed';
  return problem === 'quota' || problem === 'unavailable' ? problem : 'failed';
}

/** Firefox: the background itself writes. */
export function createPageBackups() {
  let url: string | null = null;
  return {
    async write(source: BackupSource): ReturnType<WriteBackup> {
      const written = await writeBackup(source);
      url = written.ok ? written.value.url : null;
      return written;
    },
    /** Removes the file, after it was downloaded or `write` has failed. */
    async release(): Promise<void> {
      if (url !== null) URL.revokeObjectURL(url);
      url = null;
      await removeExport('backup');
    },
  };
}

/** A message to the offscreen document. Other pages of the extension ignore it. */
const Request = z.strictObject({
  to: z.literal('offscreen'),
  source: z.strictObject({
    library: z.nullable(z.string()),
    settings: z.record(z.string(), z.unknown()),
    isChecked: z.boolean(),
  }),
});

const Reply = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    value: z.object({
      url: z.string(),
      unwritten: UnwrittenSchema,
      found: z.nullable(z.int()),
    }),
  }),
  z.object({ ok: z.literal(false), error: z.enum(BACKUP_PROBLEMS) }),
]);

/** Chromium: the offscreen document writes, and is held until the file was downloaded. */
export function createOffscreenBackups(
  document: Pick<OffscreenDocument, 'hold'>,
  runtime: Pick<WxtBrowser['runtime'], 'sendMessage'>,
): BackupWriter {
  let leave: (() => Promise<void>) | null = null;
  return {
    async write(source) {
      leave = await document.hold();
      const message: z.input<typeof Request> = {
        to: 'offscreen',
        source: { ...source, settings: { ...source.settings } },
      };
      const reply = Reply.safeParse(await runtime.sendMessage(message));
      return reply.success ? reply.data : err('failed');
    },
    async release() {
      await leave?.();
      leave = null;
      await removeExport('backup');
    },
  };
}

type Sender = Pick<Browser.runtime.MessageSender, 'id' | 'tab'>;

/** Returns the listener of the offscreen document for messages. */
export const serveBackups =
  (write: WriteBackup, own: { readonly id: string }) =>
  (message: unknown, sender: Sender, reply: (answer: unknown) => void): boolean => {
    const request = Request.safeParse(message);
    // Scripts in pages have the id of the extension, too, but they are in a tab.
    if (sender.id !== own.id || sender.tab !== undefined || !request.success) return false;
    void write(request.data.source)
      .catch((error: unknown) => {
        console.error(error);
        return err('failed');
      })
      .then(reply);
    return true;
  };
