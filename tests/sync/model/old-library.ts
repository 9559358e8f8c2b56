import type { UnixMs } from '../../../src/domain/time';
import { unixMs } from '../../../src/domain/time';
import { openBundle, writeBundle } from '../../../src/formats';
import { highlightRepository, importRepository, transferRepository } from '../../../src/library';
import { bundleSource, restoreBundle } from '../../../src/transfer';
import { address, page, testLibrary, value } from '../../library/library';
import type { Device } from '../support/world';
import { ARTICLE, quoteOfText } from './article';

/** A page of a library that was used for some time. */
export interface OldPage {
  readonly url: string;
  readonly label: string;
  readonly isArchived: boolean;
  readonly isFavourite: boolean;
  readonly readProgress: number;
  readonly isHighlighted: boolean;
}

/** Some days before a history begins: pages that were saved months apart are both kept. */
const SAVED: UnixMs = unixMs(Date.UTC(2026, 0, 10));

const oldPage = (n: number): OldPage => ({
  url: `https://old.example/${n}`,
  label: `old${n % 4}`,
  isArchived: n % 3 === 0,
  isFavourite: n % 5 === 1,
  readProgress: [0, 20, 60, 100][n % 4]!,
  isHighlighted: n % 12 < 2,
});

export const oldPages = (count: number): readonly OldPage[] =>
  Array.from({ length: count }, (_, n) => oldPage(n));

/** The pages of the library that devices restore in random histories. */
export const OLD_PAGES = oldPages(4);

/** Writes a library with these pages to a file. */
export async function writeOldLibrary(pages: readonly OldPage[]): Promise<Blob> {
  const { library, clock, close } = await testLibrary();
  clock.now = SAVED;
  for (const { url, label, isHighlighted, ...state } of pages) {
    clock.now = unixMs(clock.now + 1000);
    const title = `Old ${url}`;
    const saved = isHighlighted ? page({ url, title, html: ARTICLE }) : address({ url, title });
    const { id } = value(await library.bookmarks.save(saved)).bookmark;
    value(await library.bookmarks.edit(id, { ...state, addLabels: [label] }));
    if (!isHighlighted) continue;
    const made = { bookmarkId: id, quote: quoteOfText(0), color: 'yellow', position: null };
    value(await library.part(highlightRepository).add({ ...made, note: 'old' }));
  }
  const file = await bundleOf({ library });
  close();
  return file;
}

export async function bundleOf({ library }: Pick<Device, 'library'>): Promise<Blob> {
  const source = bundleSource(library.part(transferRepository), null, {});
  const parts = await Array.fromAsync(writeBundle(source, null));
  return new Blob(parts as BlobPart[]);
}

/** Restores a file of a library on a device. Pages that it shows stay as they are. */
export async function restoreOn(
  { library, clock }: Pick<Device, 'library' | 'clock'>,
  file: Blob,
): Promise<void> {
  const bundle = value(await openBundle(file));
  value(await restoreBundle(bundle, library.part(importRepository), clock.now));
}
