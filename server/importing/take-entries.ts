import { applyChoices, type ImportedEntry } from '../../src/formats';
import { type KeptPage, keepPage, requestExtraction } from '../extraction';
import { LEASE_MS } from '../jobs';
import type { ImportProgress, ImportRow, Job, Repositories, Storage } from '../storage';
import { choicesOf } from './import-job';
import { addressOf, importedBookmark, importedHighlight } from './new-bookmark';

/** Behind what people save one by one and wait for. */
const PRIORITY = -1;

/** Another process has this import by now: nothing of it may be written here any more. */
export class ImportLost extends Error {
  override readonly name = 'ImportLost';
}

/**
 * Makes bookmarks of entries and notes how far the import is, all of it or nothing: what a crash
 * interrupts is done again from where it stood, and nothing twice.
 */
export async function takeEntries(
  storage: Pick<Storage, 'contents' | 'transaction'>,
  job: Job,
  row: ImportRow,
  entries: readonly ImportedEntry[],
  progress: ImportProgress,
): Promise<void> {
  const chosen = entries.map((entry) => applyChoices(entry, choicesOf(row)));
  // Bytes take their time; those that turn out to be of no use go again within the hour.
  const pages = await Promise.all(chosen.map((entry) => keepArticle(storage, entry)));
  await storage.transaction(async (unit) => {
    if (!(await unit.jobs.extend(job, LEASE_MS))) throw new ImportLost('The job is another’s now');
    for (const [at, entry] of chosen.entries()) await takeEntry(unit, row, entry, pages[at]);
    await unit.imports.progress(row.id, progress);
  });
}

/** The article as the other program kept it, which is not looked for again in its page. */
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
