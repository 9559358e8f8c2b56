import { applyChoices, type ImportedEntry } from '../../src/formats';
import { type KeptPage, keepPage, requestExtraction } from '../extraction';
import { LEASE_MS } from '../jobs';
import type { ImportProgress, ImportRow, Job, Repositories, Storage } from '../storage';
import { choicesOf } from './import-job';
import { addressOf, importedBookmark, importedHighlight } from './new-bookmark';

/** Lower than that of single saves, for which people wait. */
const PRIORITY = -1;

/** Another process has taken this import, so this one must not write to it any more. */
export class ImportLost extends Error {
  override readonly name = 'ImportLost';
}

/**
 * Creates bookmarks from entries and records the progress in one transaction. After a crash the
 * import continues from the recorded progress, without duplicates.
 */
export async function takeEntries(
  storage: Pick<Storage, 'contents' | 'transaction'>,
  job: Job,
  row: ImportRow,
  entries: readonly ImportedEntry[],
  progress: ImportProgress,
): Promise<void> {
  const chosen = entries.map((entry) => applyChoices(entry, choicesOf(row)));
  // Bytes are written before the transaction, because they take time. Unused ones are deleted hourly.
  const pages = await Promise.all(chosen.map((entry) => keepArticle(storage, entry)));
  await storage.transaction(async (unit) => {
    if (!(await unit.jobs.extend(job, LEASE_MS)))
      throw new ImportLost('Another process has the job');
    for (const [at, entry] of chosen.entries()) await takeEntry(unit, row, entry, pages[at]);
    await unit.imports.progress(row.id, progress);
  });
}

/** Stores the article of the other program. The extraction uses it as it is. */
async function keepArticle(
  storage: Pick<Storage, 'contents'>,
  entry: ImportedEntry,
): Promise<KeptPage | undefined> {
  if (entry.html === null) return undefined;
  const html = Buffer.from(entry.html);
  return keepPage(storage, addressOf(entry), { html, resources: [], findsMain: false });
}

async function takeEntry(
  unit: Repositories,
  row: ImportRow,
  entry: ImportedEntry,
  page: KeptPage | undefined,
): Promise<void> {
  const { ignoresDuplicates } = choicesOf(row);
  const { userId } = row;
  if (ignoresDuplicates && (await unit.bookmarks.findByUrl(userId, addressOf(entry)))) return;
  const bookmark = await unit.bookmarks.create(userId, importedBookmark(entry));
  for (const highlight of entry.highlights) {
    await unit.annotations.create(bookmark.key, importedHighlight(highlight));
  }
  await requestExtraction(unit, bookmark, page, PRIORITY);
}
