import { unixMs } from '../../../src/domain/time';
import { urlKey } from '../../../src/domain/url-identity';
import {
  type ImportedEntry,
  type ImportedHighlight,
  type ImportFormat,
  type ImportOptions,
  type ImportStep,
  importFile,
} from '../../../src/formats';

export const NOW = unixMs(Date.UTC(2026, 5, 1));

export const blobOf = (...parts: (string | Uint8Array<ArrayBuffer>)[]): Blob => new Blob(parts);

/** Returns all steps of importing a file. */
export const importOf = (
  source: ImportFormat,
  file: string | Uint8Array<ArrayBuffer> | Blob,
  options: Partial<ImportOptions> = {},
): Promise<readonly ImportStep[]> =>
  Array.fromAsync(
    importFile(source, file instanceof Blob ? file : blobOf(file), { now: NOW, ...options }),
  );

/** Returns the bookmarks of an import. Throws if a row was skipped or the import failed. */
export async function entriesOf(
  source: ImportFormat,
  file: string | Uint8Array<ArrayBuffer> | Blob,
  options: Partial<ImportOptions> = {},
): Promise<readonly ImportedEntry[]> {
  const steps = await importOf(source, file, options);
  return steps.map((step) => {
    if (step.kind !== 'entry') throw new Error(`Not a bookmark: ${JSON.stringify(step)}`);
    return step.entry;
  });
}

/** A bookmark whose source states only the address, with the given changes. */
export const entry = (with_: Partial<ImportedEntry> & { url: string }): ImportedEntry => ({
  urlKey: urlKey(with_.url)!,
  title: '',
  siteName: '',
  labels: [],
  folders: [],
  created: null,
  published: null,
  description: '',
  note: '',
  excerpt: '',
  authors: [],
  lang: '',
  isArchived: false,
  isFavourite: false,
  readProgress: 0,
  html: null,
  highlights: [],
  ...with_,
});

/** A highlight whose source states only the text, with the given changes. */
export const highlight = (
  with_: Partial<ImportedHighlight> & { quote: string },
): ImportedHighlight => ({
  prefix: '',
  suffix: '',
  note: '',
  color: null,
  created: null,
  ...with_,
});

export const at = (date: string) => unixMs(Date.parse(date));
