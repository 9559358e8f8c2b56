import { ANNOTATION_TAG } from '../anchoring/element-path';
import { formatInstant, MAX_SELECTOR_LENGTH, parseInstant } from '../contract';
import type { BookmarkId } from '../domain/bookmark';
import { pick } from '../domain/bookmark-fields';
import { type Collection, type CollectionId, normalCollectionName } from '../domain/collection';
import { type Highlight, NOTE_MAX_LENGTH } from '../domain/highlight';
import type { UnixMs } from '../domain/time';
import {
  type BundleItem,
  type BundleSource,
  type CopiedBookmark,
  type ImportedEntry,
  type ImportedHighlight,
  type ImportStep,
  MAX_IMPORTED_HIGHLIGHTS,
  MAX_IMPORTED_HTML_LENGTH,
  MAX_IMPORTED_TEXT_LENGTH,
  makeRow,
} from '../formats';
import {
  type ImportRepository,
  type Library,
  type NotTaken,
  type RestoredBookmark,
  syncLists,
  type TransferredImage,
  transferRepository,
} from '../library';
import { bundleSource } from './bundle-source';
import { bookmarkOf } from './import-entry';
import { isNestedTooDeep } from './import-nesting';
import { missingImages, shownImages } from './restore-bundle';

/**
 * Another library, which is imported like a file. An import from a server reads the server into one
 * first.
 */
export interface ImportedLibrary {
  readonly bundle: BundleSource;
  /** The parts of its server that its sync could not read. */
  readonly notRead: readonly NotTaken[];
}

export async function importedLibrary({ part }: Pick<Library, 'part'>): Promise<ImportedLibrary> {
  const bundle = bundleSource(part(transferRepository), null, {});
  return { bundle, notRead: await part(syncLists).notRead() };
}

/** Returns the bookmarks of a library as steps of an import, by their ids. All texts are bounded. */
export async function* libraryEntries(
  { bundle: source }: ImportedLibrary,
  now: UnixMs,
): AsyncGenerator<ImportStep> {
  let row = 0;
  for await (const { items, highlights } of source.pages()) {
    const byBookmark = Map.groupBy(highlights, ({ bookmarkId }) => bookmarkId);
    for (const item of items) {
      row += 1;
      yield stepOf(item, byBookmark.get(item.bookmark.id) ?? [], row, now);
    }
  }
}

/** True if a bookmark has an article, or its server has one that is not read yet. */
export const mayHaveArticle = ({ item }: CopiedBookmark): boolean =>
  item.bookmark.addressOnly === null || item.bookmark.addressOnly === 'not-included';

function stepOf(
  item: BundleItem,
  highlights: readonly Highlight[],
  row: number,
  now: UnixMs,
): ImportStep {
  const { bookmark } = item;
  const { url, published, readProgress, readAnchor } = bookmark;
  if (bookmark.trashedAt !== null) return { kind: 'skipped', row, reason: 'in-trash', text: url };
  const created = formatInstant(bookmark.created);
  const texts = { ...bookmark, created, published: published ?? '' };
  const step = makeRow(texts, row, { now, readDate: parseInstant });
  if (step.kind === 'skipped') return step;
  const cut = highlights.length - MAX_IMPORTED_HIGHLIGHTS;
  return {
    kind: 'entry',
    entry: {
      ...step.entry,
      highlights: highlights.slice(0, MAX_IMPORTED_HIGHLIGHTS).map(toImported),
      copied: { item, readProgress, readAnchor: readAnchor.slice(0, MAX_SELECTOR_LENGTH) },
    },
    ...(cut > 0 && { unreadable: { row, count: cut, text: url } }),
  };
}

const toImported = ({ quote, note, color, created }: Highlight): ImportedHighlight => ({
  quote: quote.exact.slice(0, MAX_IMPORTED_TEXT_LENGTH),
  prefix: quote.prefix.slice(-MAX_IMPORTED_TEXT_LENGTH),
  suffix: quote.suffix.slice(0, MAX_IMPORTED_TEXT_LENGTH),
  note: note.slice(0, NOTE_MAX_LENGTH),
  color,
  created,
});

/** A copied bookmark with the images that the library lacks, and what is left out. */
export interface Copied {
  readonly bookmark: RestoredBookmark;
  readonly images: readonly TransferredImage[];
  readonly notTaken: readonly NotTaken[];
}

interface CopyOptions {
  readonly imports: Pick<ImportRepository, 'newId' | 'knownImages'>;
  readonly now: UnixMs;
  /** The time of a bookmark without one. */
  readonly created: UnixMs;
  /** True if all bookmarks of the import count as read. */
  readonly isRead: boolean;
}

/** Fields that files of other programs do not have. */
const COPIED_FIELDS = [
  'textDirection',
  'type',
  'wordCount',
  'readingTimeMinutes',
  'icon',
  'image',
] as const;

/** Copies a bookmark of another library with its article and its images. It is new here. */
export async function copyBookmark(
  { bundle }: ImportedLibrary,
  entry: ImportedEntry & Required<Pick<ImportedEntry, 'copied'>>,
  { imports, isRead, ...times }: CopyOptions,
): Promise<Copied> {
  const { item, readProgress, readAnchor } = entry.copied;
  const { addressOnly, icon, image } = item.bookmark;
  const { article, problem } = await articleOf(item);
  const { bookmark, highlights } = bookmarkOf(entry, null, { ...times, newId: imports.newId });
  const copied = {
    ...bookmark,
    ...pick(item.bookmark, COPIED_FIELDS),
    content:
      article !== null
        ? ({ kind: 'article' } as const)
        : ({ kind: 'address', reason: addressOnly ?? 'not-included' } as const),
    ...(isRead ? { readProgress: 100, readAnchor: '' } : { readProgress, readAnchor }),
  };
  const shown = shownImages({ icon, image, article });
  const known = await imports.knownImages(shown);
  return {
    bookmark: {
      bookmark: copied,
      article,
      // The background looks for their places in the article.
      highlights: article === null ? highlights : highlights.map(asUnanchored),
    },
    images: await missingImages(shown, known, bundle.loadImage),
    notTaken: problem === null ? [] : [{ row: null, reason: problem, text: entry.url }],
  };
}

const asUnanchored = (highlight: Highlight): Highlight => ({ ...highlight, doubt: 'unanchored' });

async function articleOf({ bookmark, loadArticle }: BundleItem) {
  const none = (problem: string | null) => ({ article: null, problem });
  if (bookmark.addressOnly === 'not-included') return none('article-not-sent');
  if (bookmark.addressOnly !== null) return none(null);
  const article = await loadArticle();
  if (article === null || article.html.length > MAX_IMPORTED_HTML_LENGTH) {
    return none('article-not-sent');
  }
  if (await isNestedTooDeep(article.html)) return none('too-deep');
  return { article: { ...article, html: await withoutMarks(article.html) }, problem: null };
}

/** Removes the elements that a server puts around highlights. */
async function withoutMarks(html: string): Promise<string> {
  if (!html.includes(`<${ANNOTATION_TAG}`)) return html;
  const { createMarkupParser } = await import('../domain/markup-parser');
  const kept: string[] = [];
  let from = 0;
  const cut = (name: string) => {
    if (name !== ANNOTATION_TAG) return;
    kept.push(html.slice(from, parser.startIndex));
    from = parser.endIndex + 1;
  };
  const parser: ReturnType<typeof createMarkupParser> = createMarkupParser({
    onopentagname: () => {},
    onopentag: cut,
    onclosetag: (name, isImplied) => {
      if (!isImplied) cut(name);
    },
  });
  parser.end(html);
  return kept.join('') + html.slice(from);
}

/** In UTF-16 code units, for each filter. */
const MAX_FILTER_LENGTH = 4096;
/** A person has some dozens. */
const MAX_COLLECTIONS = 1000;

/** Returns the collections of another library as new ones. */
export async function copiedCollections(
  { bundle }: ImportedLibrary,
  newId: () => BookmarkId,
): Promise<readonly Collection[]> {
  const { collections = [] } = (await bundle.loadExtras()) ?? {};
  return collections.slice(0, MAX_COLLECTIONS).flatMap((collection): readonly Collection[] => {
    const name = normalCollectionName(collection.name);
    if (name === null) return [];
    const bounded = Object.fromEntries(
      Object.entries(collection).map(([field, value]) => [
        field,
        typeof value === 'string' ? value.slice(0, MAX_FILTER_LENGTH) : value,
      ]),
    );
    // The library makes all ids in the same way.
    return [{ ...collection, ...bounded, name, id: newId() as string as CollectionId }];
  });
}
