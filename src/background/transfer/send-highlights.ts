import { SECOND_MS } from '../../domain/time';
import { type SendJob, sendRepository } from '../../library';
import { type SendFolder, sendPages, type WriteTexts } from '../../transfer';
import { HOUSEKEEPING_ALARM } from '../housekeeping';
import type { LibraryAccess } from '../library/libraries';
import type { Run, Watch } from '../library-work';
import type { Ports } from '../ports';
import { folderFiles } from './folder-files';
import { type StartWorker, startTransferWorker, transferInWorker } from './transfer-in-worker';

/** Tabs of the web app send one after another. */
const SEND_LOCK = 'leafmark-send';

/** Debounce: highlights that are made within this time are written together. */
const SENT_AFTER_MS = 5 * SECOND_MS;

type Dependencies = Pick<Ports, 'locks' | 'sendDownloads' | 'writeTexts'>;

export const watchSending: Watch = (library, listener) =>
  library.part(sendRepository).watchWork(listener);

/** Returns the work that sends the highlights of the active library on. */
export function createSending(ports: Dependencies, quietMs = SENT_AFTER_MS): Run {
  const open = ({ folder }: SendJob): SendFolder | null =>
    folder === null ? (ports.sendDownloads ?? null) : folderFiles(folder);
  return async (library, signal) => {
    const sending = library.part(sendRepository);
    if ((await sending.job())?.state === 'finished') await quiet(quietMs, signal);
    await ports.locks.request(SEND_LOCK, async () => {
      if (signal.aborted) return;
      await sending.begin(false);
      await sendPages(sending, { open, writeTexts: ports.writeTexts }, signal);
    });
  };
}

/** Writes the texts in a worker. */
export const textsInWorker =
  (startWorker: StartWorker = startTransferWorker): WriteTexts =>
  async (pages) => {
    const { signal } = new AbortController();
    const request = { kind: 'texts', account: null, pages } as const;
    const last = await transferInWorker(startWorker, request, { signal });
    if (last?.kind !== 'texts') throw new Error('the highlights were not written');
    return last.texts;
  };

const quiet = (waitMs: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, waitMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Begins the run of a day with the daily alarm. */
export async function sendDaily(openLibrary: LibraryAccess, alarm: string): Promise<void> {
  if (alarm !== HOUSEKEEPING_ALARM) return;
  const library = await openLibrary();
  if (library.ok) await library.value.part(sendRepository).begin(false);
}
