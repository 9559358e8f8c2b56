import { ok } from '../../src/domain/result';
import { unixMs } from '../../src/domain/time';
import {
  type ImportJobChoices,
  type ImportRepository,
  importRepository,
  type Library,
  recentChanges,
} from '../../src/library';
import { runImport } from '../../src/transfer';
import type { ImportRun } from '../../src/transfer/import-run';
import { page, type TestLibrary, testLibrary, value } from '../library/library';

export const CHOICES: ImportJobChoices = {
  label: '',
  skipsDuplicates: true,
  isArchived: false,
  isRead: false,
  hasLabelsFromFolders: false,
};

export const netscape = (lines: readonly string[]) =>
  new Blob([
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${lines.map((line) => `<DT>${line}\n`).join('')}</DL>`,
  ]);

export const link = (at: number | string, rest = '') =>
  `<A HREF="https://example.org/${at}" ADD_DATE="1600000000" ${rest}>Page ${at}</A>`;

export function importsOf({ part }: Pick<Library, 'part'>) {
  const imports = part(importRepository);
  return {
    ...imports,
    /** Undoes an import, as its page and *Recent changes* do. */
    async undo(id: number, signal?: AbortSignal) {
      const group = (await imports.get(id))?.group ?? null;
      return group === null ? ok(null) : part(recentChanges).undo(group, signal);
    },
  };
}

/** A library with one page. */
export async function opened() {
  const test = await testLibrary();
  value(await test.library.bookmarks.save(page({ url: 'https://example.org/here' })));
  return { ...test, imports: importsOf(test.library) };
}

const RUN = { makeArticle: async () => null, readDocument: async () => null };

export async function started(
  imports: ImportRepository,
  choices: Partial<ImportJobChoices> = {},
  format = 'browser',
) {
  const job = {
    fileName: 'bookmarks.html',
    format,
    startedAt: unixMs(1_700_000_001_000),
    hasRepeats: true,
  };
  const id = value(await imports.start({ ...job, choices: { ...CHOICES, ...choices }, total: 5 }));
  if (id === null) throw new Error('another import is not finished');
  value(await imports.resume(id));
  return id;
}

export async function goOn(
  imports: ImportRepository,
  id: number,
  file: Blob,
  run: Partial<ImportRun> = {},
) {
  const job = await imports.get(id);
  if (job === null) throw new Error('no job');
  return runImport(job, file, { imports, ...RUN, ...run });
}

/** Everything that an import can change, without what is counted up. */
export async function contentOf({ tables }: TestLibrary) {
  const rows = await Promise.all(
    ['bookmarks', 'articles', 'highlights', 'highlightShadows', 'labels', 'assets'].map((name) =>
      tables.table(name).toArray(),
    ),
  );
  // An entry that is queued again has another number.
  const entries = (await tables.outbox.toArray()).map(({ seq: _, ...entry }) => entry);
  return [...rows, entries, await tables.meta.get('counts')];
}

/** The titles of the bookmarks outside the trash. */
export const titles = async ({ tables }: TestLibrary) =>
  (await tables.bookmarks.filter(({ trashedAt }) => trashedAt === null).toArray())
    .map(({ title }) => title)
    .sort();

/** Deletes for good what is in the trash. */
export async function emptyTrash({ tables, library }: TestLibrary): Promise<void> {
  const trashed = tables.bookmarks.filter(({ trashedAt }) => trashedAt !== null);
  value(await library.bookmarks.purge(await trashed.primaryKeys()));
}
