import { labelKey } from '../domain/label';
import { collectLabels } from '../domain/label-spellings';
import type { UnixMs } from '../domain/time';
import type { UrlKey } from '../domain/url-identity';
import {
  type BundlePart,
  columnsOfTable,
  type ImportedEntry,
  type ImportFormat,
  type ImportStep,
  importFile,
  isNewestFirst,
  joinInFile,
  type KnownFormat,
  type OpenBundle,
  type UnreadableValues,
} from '../formats';
import type { ImportCounts, ImportJobChoices, ImportRepository, NotTaken } from '../library';
import { type ImportedLibrary, libraryEntries, mayHaveArticle } from './import-library';
import { leftOut, notRead, restoredKeyOf } from './restore-bundle';

/** The result that an import would have. Nothing is changed. */
export interface ImportPreview extends ImportCounts {
  readonly format: KnownFormat;
  /** Only of a bundle. */
  readonly bundle?: BundlePreview;
  /** The first bookmarks of the file. */
  readonly samples: readonly ImportSample[];
  /** Number of its folders, which can become labels. */
  readonly folders: number;
  /** Number of values that cannot be read, and the first rows that come without them. */
  readonly unreadable: number;
  readonly unreadableRows: readonly NotTaken[];
  /** The columns of a table with their uses, and the number of further ones, which are not used. */
  readonly table: Awaited<ReturnType<typeof columnsOfTable>>;
  /** Why the file cannot be read to its end; null if it can. */
  readonly problem: string | null;
}

interface BundlePreview {
  /** The part of a library that it is, as it says itself; null for a whole one. */
  readonly part: BundlePart | null;
  /** Number of its bookmarks in the trash, which are not among the others. */
  readonly inTrash: number;
}

/** A bookmark that a preview shows as an example. */
export interface ImportSample {
  readonly title: string;
  readonly url: string;
  readonly labels: readonly string[];
}

const MAX_SAMPLES = 5;

/** Rows that a preview lists. All of them are in the report. */
const SHOWN_ROWS = 50;
/** Addresses that are looked up at once. */
const KEYS_AT_ONCE = 500;

/** The choices that change what a file would bring. */
export type PreviewChoices = Pick<ImportJobChoices, 'hasLabelsFromFolders' | 'columns'>;

/** Reads a bundle as its restore would, without its articles. */
export async function previewBundle(
  bundle: OpenBundle,
  imports: ImportRepository,
): Promise<ImportPreview> {
  const counts = { rows: 0, inTrash: 0, highlights: 0, articles: 0, fresh: 0, here: 0, broken: 0 };
  const labels = collectLabels();
  const brokenRows: NotTaken[] = [];
  const samples: ImportSample[] = [];
  for (const page of bundle.pages) {
    const { values, problems } = await bundle.readBookmarks(page);
    const taken = values.filter(({ url }) => restoredKeyOf(url) !== null);
    const shown = taken.filter(({ trashedAt }) => trashedAt === null);
    const keys = shown.flatMap(({ url }) => restoredKeyOf(url) ?? []);
    const known = await knownOf(keys, imports);
    const here = keys.filter((key) => known.has(key)).length;
    const ids = new Set(shown.map(({ id }) => id));
    const { values: highlights } = await bundle.readHighlights(page);
    const notTaken = [
      ...problems.map(notRead),
      ...values.filter(({ url }) => restoredKeyOf(url) === null).map(leftOut),
    ];
    counts.rows += values.length;
    counts.inTrash += taken.length - shown.length;
    counts.here += here;
    counts.fresh += shown.length - here;
    counts.articles += shown.filter(({ article }) => article !== undefined).length;
    counts.highlights += highlights.filter(({ bookmarkId }) => ids.has(bookmarkId)).length;
    counts.broken += notTaken.length;
    brokenRows.push(...notTaken.slice(0, SHOWN_ROWS - brokenRows.length));
    for (const { title, url, labels: names } of shown) {
      labels.add(names);
      if (samples.length < MAX_SAMPLES) samples.push({ title, url, labels: names });
    }
  }
  const { inTrash, ...rest } = counts;
  const { newLabels } = labels.compare(await imports.labels());
  return {
    ...rest,
    format: 'bundle',
    bundle: { part: bundle.part, inTrash },
    samples,
    brokenRows,
    newLabels,
    // Its rows are taken as they are.
    spellings: [],
    unreadableRows: [],
    table: { columns: [], further: 0 },
    twice: 0,
    folders: 0,
    unreadable: 0,
    problem: null,
  };
}

/** Reads a file as an import would. */
export async function previewImport(
  format: ImportFormat,
  file: Blob,
  imports: ImportRepository,
  options: PreviewChoices & { readonly now: UnixMs },
): Promise<ImportPreview> {
  const counts = await countSteps(
    importFile(format, file, options),
    imports,
    isNewestFirst(format),
  );
  return { ...counts, format, table: await columnsOfTable(format, file, options.columns) };
}

/** Reads a library as its import would. */
export async function previewLibrary(
  library: ImportedLibrary,
  imports: ImportRepository,
  now: UnixMs,
): Promise<ImportCounts> {
  const { broken, brokenRows, ...counts } = await countSteps(
    libraryEntries(library, now),
    imports,
    false,
  );
  const rows = [...library.notRead, ...brokenRows].slice(0, SHOWN_ROWS);
  return { ...counts, broken: broken + library.notRead.length, brokenRows: rows };
}

async function countSteps(
  steps: AsyncIterable<ImportStep>,
  imports: ImportRepository,
  isReversed: boolean,
): Promise<Omit<ImportPreview, 'format' | 'table'>> {
  const counts = { rows: 0, twice: 0, highlights: 0, broken: 0, unreadable: 0 };
  const keys = new Set<UrlKey>();
  const withArticle = new Set<UrlKey>();
  const labels = collectLabels();
  const folders = new Set<string>();
  const brokenRows: NotTaken[] = [];
  const unreadableRows: NotTaken[] = [];
  /** The rows of the first addresses. */
  const samples = new Map<UrlKey, [ImportedEntry, ...ImportedEntry[]]>();
  let problem: string | null = null;
  for await (const step of steps) {
    if (step.kind === 'failed') {
      problem = step.failure.kind;
      break;
    }
    counts.rows += 1;
    if (step.kind === 'skipped') {
      counts.broken += 1;
      if (brokenRows.length < SHOWN_ROWS) brokenRows.push(notTakenOf(step));
      continue;
    }
    if (step.unreadable !== undefined) {
      counts.unreadable += step.unreadable.count;
      if (unreadableRows.length < SHOWN_ROWS) unreadableRows.push(inPart(step.unreadable));
    }
    for (const folder of step.entry.folders) folders.add(labelKey(folder));
    labels.add(step.entry.labels);
    // The rows of one address are joined.
    const { file, ...described } = step.entry;
    const { urlKey, html, highlights, copied } = described;
    const entry = { ...described, html: null };
    const sample = samples.get(urlKey);
    if (sample !== undefined) sample.push(entry);
    else if (samples.size < MAX_SAMPLES) samples.set(urlKey, [entry]);
    if (keys.has(urlKey)) counts.twice += 1;
    keys.add(urlKey);
    if (html !== null || file || (copied && mayHaveArticle(copied))) withArticle.add(urlKey);
    counts.highlights += highlights.length;
  }
  const here = (await knownOf([...keys], imports)).size;
  const fresh = keys.size - here;
  const about = { folders: folders.size, articles: withArticle.size };
  const found = labels.compare(await imports.labels());
  const joined = Array.from(samples.values(), (rows) => joinInFile(rows, isReversed));
  const shown = joined.map(sampleOf);
  const rows = { brokenRows, unreadableRows, samples: shown };
  return { ...about, ...counts, ...found, ...rows, fresh, here, problem };
}

/** Returns those of `keys` that are addresses of the library. */
async function knownOf(
  keys: readonly UrlKey[],
  imports: ImportRepository,
): Promise<ReadonlySet<UrlKey>> {
  const known = new Set<UrlKey>();
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    for (const key of await imports.knownKeys(keys.slice(at, at + KEYS_AT_ONCE))) known.add(key);
  }
  return known;
}

const sampleOf = ({ title, url, labels }: ImportedEntry): ImportSample => ({ title, url, labels });

/** A row that is not a bookmark, as a report lists it. */
export const notTakenOf = ({ row, reason, text }: NotTaken): NotTaken => ({ row, reason, text });

/** A row that comes without values that cannot be read, as a report lists it. */
export const inPart = ({ row, text }: UnreadableValues): NotTaken => ({
  row,
  reason: 'values-not-read',
  text,
});
