import type { Browser, WxtBrowser } from 'wxt/browser';
import type { BackupProblem } from '../../domain/backup';
import { err, ok, type Result } from '../../domain/result';
import { type BackupFile, fileNameOf } from './backup-record';

type Item = Browser.downloads.DownloadItem;
type Saved = Pick<BackupFile, 'download' | 'path' | 'size'>;
type Downloads = Pick<
  WxtBrowser['downloads'],
  'download' | 'search' | 'cancel' | 'erase' | 'removeFile' | 'onChanged' | 'onErased'
>;

/** The folder for backups, in the folder of the browser's downloads. */
export const BACKUP_FOLDER = 'Leafmark';

/**
 * Gives a file to the browser's downloads and waits until it is complete.
 *
 * @param url its `blob:` address
 * @param onStarted called with the id of the download
 */
export async function saveToDownloads(
  downloads: Downloads,
  { url, name }: { readonly url: string; readonly name: string },
  onStarted: (id: number) => Promise<void>,
): Promise<Result<Saved, BackupProblem>> {
  let id: number;
  try {
    const filename = `${BACKUP_FOLDER}/${name}`;
    id = await downloads.download({ url, filename, conflictAction: 'uniquify', saveAs: false });
  } catch {
    return err('not-saved');
  }
  await onStarted(id);
  return downloadEnded(downloads, id);
}

/** Waits for the end of a download. One that failed leaves nothing in the list of downloads. */
export async function downloadEnded(
  downloads: Downloads,
  id: number,
): Promise<Result<Saved, BackupProblem>> {
  const item = await ended(downloads, id);
  // A person has removed it from the list while it was under way.
  if (item === undefined) return err('cancelled');
  if (item.state === 'complete') {
    return ok({ download: id, path: item.filename, size: Math.max(0, item.fileSize) });
  }
  await downloads.erase({ id });
  return err(downloadProblemOf(item.error));
}

const ended = (downloads: Downloads, id: number) =>
  new Promise<Item | undefined>((resolve) => {
    const look = async () => {
      const [item] = await downloads.search({ id });
      if (item?.state === 'in_progress') return;
      downloads.onChanged.removeListener(onChanged);
      downloads.onErased.removeListener(onErased);
      resolve(item);
    };
    const onChanged = (change: { readonly id: number }) => {
      if (change.id === id) void look();
    };
    const onErased = (erased: number) => onChanged({ id: erased });
    downloads.onChanged.addListener(onChanged);
    downloads.onErased.addListener(onErased);
    void look();
  });

/** Firefox knows only that the file could not be written. */
function downloadProblemOf(error: string | undefined): BackupProblem {
  if (error === 'FILE_NO_SPACE') return 'disk-full';
  return error === 'USER_CANCELED' ? 'cancelled' : 'not-saved';
}

/** Ends a download of a background that was stopped. */
export async function forgetDownload(downloads: Downloads, id: number): Promise<void> {
  await downloads.cancel(id).catch(() => {});
  await downloads.erase({ id });
}

/**
 * Removes a file that a backup has made. It returns false if the browser could not remove it.
 *
 * @param emptyFile the address of a small file
 */
export async function removeFromDownloads(
  downloads: Downloads,
  { download, path }: Pick<BackupFile, 'download' | 'path'>,
  emptyFile: () => string,
): Promise<boolean> {
  const [item] = await downloads.search({ id: download });
  // The ids of a new session of Firefox, or of an emptied list, can be those of other files.
  if (item?.filename === path) return removeListed(downloads, item);
  return replaceAndRemove(downloads, path, emptyFile());
}

async function removeListed(downloads: Downloads, { id, exists }: Item): Promise<boolean> {
  try {
    if (exists) await downloads.removeFile(id);
  } catch {
    const [item] = await downloads.search({ id });
    // A person was faster.
    if (item?.exists) return false;
  }
  await downloads.erase({ id });
  return true;
}

/**
 * An extension may only remove files that are in the list of downloads, and Firefox forgets those of
 * earlier sessions. So the file is replaced by another download of that name, which is removed.
 */
async function replaceAndRemove(downloads: Downloads, path: string, url: string): Promise<boolean> {
  const filename = `${BACKUP_FOLDER}/${fileNameOf(path)}`;
  try {
    const options = { url, filename, conflictAction: 'overwrite', saveAs: false } as const;
    const replaced = await downloadEnded(downloads, await downloads.download(options));
    if (!replaced.ok) return false;
    const [item] = await downloads.search({ id: replaced.value.download });
    return item !== undefined && (await removeListed(downloads, item));
  } catch {
    return false;
  }
}
