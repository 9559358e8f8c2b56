import type { BookmarkId } from '../domain/bookmark';
import { cutText } from '../domain/excerpt';
import type { Highlight } from '../domain/highlight';
import type { UnixMs } from '../domain/time';
import {
  BundleArticle,
  BundleBookmark,
  BundleCollection,
  BundleDeletedHighlight,
  BundleDraft,
  type BundleExtras,
  BundleHighlight,
  type BundleItem,
  BundleLabel,
  BundleRule,
  type BundleSource,
  writtenForm,
} from '../formats';

/** The kinds of records, in the order in which a person reads them. */
const COMPARED_KINDS = [
  'pages',
  'articles',
  'images',
  'highlights',
  'collections',
  'deletedHighlights',
  'labelColors',
  'siteRules',
  'drafts',
  'distinctPairs',
  'readingDays',
  'retention',
  'settings',
] as const;
export type ComparedKind = (typeof COMPARED_KINDS)[number];

/** `missing`: only the library has it. `extra`: only the backup has it. `changed`: its fields differ. */
const DIFFERENCE_FORMS = ['missing', 'extra', 'changed'] as const;
type DifferenceForm = (typeof DIFFERENCE_FORMS)[number];

interface NamedDifference {
  /** The title of its page, the words of a highlight, or its own name. */
  readonly name: string;
  /** The fields that differ. Empty for a record that only one side has. */
  readonly fields: readonly string[];
}

/** Records of one kind that differ in the same form. */
export interface Differences {
  readonly kind: ComparedKind;
  readonly form: DifferenceForm;
  readonly count: number;
  /** The first of them, with the beginnings of their names. */
  readonly first: readonly NamedDifference[];
}

/** How many records of the backup were compared. */
export type ComparedCounts = Record<'pages' | 'articles' | 'images' | 'highlights', number>;

/** The result of comparing a backup with a library. */
export interface Comparison {
  readonly compared: ComparedCounts;
  readonly differences: readonly Differences[];
}

interface CompareOptions {
  /** Records of the library that have changed since then are not compared; null: all are. */
  readonly since: UnixMs | null;
  /** Called with the number of pages of the backup that are done. */
  readonly onProgress: (done: number) => void;
}

/** Differences that are named of each kind and form, and the length of each name in UTF-16 code units. */
const MAX_NAMED_DIFFERENCES = 100;
const MAX_REPORTED_NAME_LENGTH = 300;

type Values = Readonly<Record<string, unknown>>;

/**
 * Compares all that a bundle can keep, with one article of each side in memory. Both sources return
 * their pages by id.
 */
export async function compareLibraries(
  library: BundleSource,
  backup: BundleSource,
  { since, onProgress }: CompareOptions,
): Promise<Comparison> {
  const found = createFound();
  const compared = { pages: 0, articles: 0, images: 0, highlights: 0 };
  const images = new Set<string>();
  const isOld = ({ updated }: Dated) => since === null || updated < since;
  for await (const [own, came] of pairsOf(library, backup)) {
    if (came === null) {
      if (own && isOld(own.bookmark)) found.add('pages', 'missing', itemTitleOf(own.bookmark));
      continue;
    }
    const article = await came.loadArticle();
    compared.pages += 1;
    compared.highlights += came.highlights.length;
    if (article !== null) compared.articles += 1;
    const { icon, image } = came.bookmark;
    const shown = [icon, image, ...(article?.images ?? []).map(({ hash }) => hash)];
    for (const hash of shown) if (hash !== null) images.add(hash);
    compared.images = images.size;
    if (own === null) found.add('pages', 'extra', itemTitleOf(came.bookmark));
    else {
      if (isOld(own.bookmark)) {
        comparePages(own.bookmark, came.bookmark, found);
        compareArticles(await own.loadArticle(), article, itemTitleOf(own.bookmark), found);
      }
      compareHighlights(own.highlights, came.highlights, found, isOld);
    }
    onProgress(compared.pages);
  }
  const [ownExtras, cameExtras] = [await library.loadExtras(), await backup.loadExtras()];
  if (ownExtras && cameExtras) compareExtras(found, ownExtras, cameExtras, isOld);
  return { compared, differences: found.all() };
}

interface Dated {
  readonly updated: UnixMs;
}
type IsOld = (record: Dated) => boolean;

/** A page of one side. */
interface OnePage extends BundleItem {
  readonly highlights: readonly Highlight[];
}

/** Returns the pages of both sides by id. One that only one side has is alone. */
async function* pairsOf(
  library: BundleSource,
  backup: BundleSource,
): AsyncGenerator<readonly [own: OnePage | null, came: OnePage | null]> {
  const [here, there] = [pagesOf(library), pagesOf(backup)];
  let own = await next(here);
  let came = await next(there);
  while (own !== null || came !== null) {
    const order = orderOf(own?.bookmark.id, came?.bookmark.id);
    yield [order <= 0 ? own : null, order >= 0 ? came : null];
    if (order <= 0) own = await next(here);
    if (order >= 0) came = await next(there);
  }
}

const next = async (pages: AsyncGenerator<OnePage>): Promise<OnePage | null> => {
  const { done, value } = await pages.next();
  return done ? null : value;
};

/** Compares ids. One that is absent comes last. */
const orderOf = (a: BookmarkId | undefined, b: BookmarkId | undefined): number => {
  if (a === b) return 0;
  return b === undefined || (a !== undefined && a < b) ? -1 : 1;
};

async function* pagesOf(source: BundleSource): AsyncGenerator<OnePage> {
  for await (const { items, highlights } of source.pages()) {
    const own = Map.groupBy(highlights, ({ bookmarkId }) => bookmarkId);
    for (const item of items) {
      yield { ...item, highlights: own.get(item.bookmark.id) ?? [] };
    }
  }
}

type Found = ReturnType<typeof createFound>;

function createFound() {
  const groups = new Map<string, { count: number; readonly first: NamedDifference[] }>();
  const keyOf = (kind: ComparedKind, form: DifferenceForm) => `${kind} ${form}`;
  return {
    add(
      kind: ComparedKind,
      form: DifferenceForm,
      name: string,
      fields: readonly string[] = [],
    ): void {
      const key = keyOf(kind, form);
      const group = groups.get(key) ?? { count: 0, first: [] };
      groups.set(key, group);
      group.count += 1;
      if (group.count > MAX_NAMED_DIFFERENCES) return;
      group.first.push({ name: cutText(name, MAX_REPORTED_NAME_LENGTH), fields });
    },
    all: (): readonly Differences[] =>
      COMPARED_KINDS.flatMap((kind) =>
        DIFFERENCE_FORMS.flatMap((form) => {
          const group = groups.get(keyOf(kind, form));
          return group ? { kind, form, ...group } : [];
        }),
      ),
  };
}

type ItemBookmark = BundleItem['bookmark'];

const itemTitleOf = ({ title, url }: Pick<ItemBookmark, 'title' | 'url'>): string => title || url;

/** The fields of a page that name its images. */
const IMAGE_FIELDS = ['icon', 'image', 'images'];
/** It says what the server has, which is another thing in another library. */
const OF_SERVER = ['hasOwnArticle'];

function comparePages(own: ItemBookmark, came: ItemBookmark, found: Found): void {
  const { addressOnly: ownReason, ...ownFields } = writtenForm(BundleBookmark, own);
  const { addressOnly: cameReason, ...cameFields } = writtenForm(BundleBookmark, came);
  const both = ownReason !== null && cameReason !== null;
  addChanged(
    found,
    'pages',
    itemTitleOf(own),
    // Of an article that only one side has, the comparison of articles says it.
    both ? { ...ownFields, addressOnly: ownReason } : ownFields,
    both ? { ...cameFields, addressOnly: cameReason } : cameFields,
  );
}

type ItemArticle = Awaited<ReturnType<BundleItem['loadArticle']>>;

function compareArticles(own: ItemArticle, came: ItemArticle, title: string, found: Found): void {
  if (own === null && came === null) return;
  if (own === null) found.add('articles', 'extra', title);
  else if (came === null) found.add('articles', 'missing', title);
  else addChanged(found, 'articles', title, articleFields(own), articleFields(came));
}

function articleFields({ html, structure, ...article }: NonNullable<ItemArticle>): object {
  const { file, ...rest } = writtenForm(BundleArticle, { ...article, file: '' });
  return { ...rest, html, structure };
}

function compareHighlights(
  own: readonly Highlight[],
  came: readonly Highlight[],
  found: Found,
  isOld: IsOld,
): void {
  const others = bothOld(own, came, isOld);
  compareLists(found, 'highlights', others.own, others.came, (one) => ({
    key: one.id,
    name: one.quote.exact || one.note,
    fields: writtenForm(BundleHighlight, one),
  }));
}

/** Leaves out the records that the library has changed. */
function bothOld<T extends Dated & { readonly id: string }>(
  own: readonly T[],
  came: readonly T[],
  isOld: IsOld,
) {
  const changed = new Set(own.filter((one) => !isOld(one)).map(({ id }) => id));
  const isKept = ({ id }: T) => !changed.has(id);
  return { own: own.filter(isKept), came: came.filter(isKept) };
}

function compareExtras(found: Found, own: BundleExtras, came: BundleExtras, isOld: IsOld): void {
  const collections = bothOld(own.collections, came.collections, isOld);
  compareLists(found, 'collections', collections.own, collections.came, (one) => ({
    key: one.id,
    name: one.name,
    fields: writtenForm(BundleCollection, one),
  }));
  compareLists(found, 'deletedHighlights', own.deletedHighlights, came.deletedHighlights, (one) => {
    const { highlight, ...page } = writtenForm(BundleDeletedHighlight, one);
    const { id, quote, note } = one.highlight;
    return { key: id, name: quote.exact || note, fields: { ...page, ...highlight } };
  });
  compareLists(found, 'labelColors', own.labels, came.labels, (one) => ({
    key: one.label,
    name: one.label,
    fields: writtenForm(BundleLabel, one),
  }));
  compareLists(found, 'siteRules', own.siteRules, came.siteRules, (one) => ({
    key: one.id,
    name: `${one.site}: ${one.label}`,
    fields: writtenForm(BundleRule, one),
  }));
  compareLists(found, 'drafts', own.drafts, came.drafts, (one) => ({
    key: one.urlKey,
    name: one.urlKey,
    fields: writtenForm(BundleDraft, one),
  }));
  compareLists(found, 'distinctPairs', own.distinctPairs, came.distinctPairs, (pair) => {
    const key = pair.join(' ');
    return { key, name: key, fields: {} };
  });
  const days = ({ library }: BundleExtras) => library.readingDays;
  compareLists(found, 'readingDays', days(own), days(came), (day) => {
    const key = String(day);
    return { key, name: key, fields: {} };
  });
  compareValues(found, 'retention', { ...own.library.retention }, { ...came.library.retention });
  compareValues(found, 'settings', own.settings, came.settings);
}

interface Compared {
  readonly key: string;
  readonly name: string;
  readonly fields: object;
}

function compareLists<T>(
  found: Found,
  kind: ComparedKind,
  own: readonly T[],
  came: readonly T[],
  comparedOf: (one: T) => Compared,
): void {
  const left = new Map(own.map(comparedOf).map((one) => [one.key, one]));
  for (const { key, name, fields } of came.map(comparedOf)) {
    const same = left.get(key);
    left.delete(key);
    if (same === undefined) found.add(kind, 'extra', name);
    else addChanged(found, kind, same.name, same.fields, fields);
  }
  for (const { name } of left.values()) found.add(kind, 'missing', name);
}

/** Compares values that are named by their keys. */
function compareValues(found: Found, kind: ComparedKind, own: object, came: object): void {
  for (const key of changedFields(own, came)) found.add(kind, 'changed', key);
}

function addChanged(
  found: Found,
  kind: ComparedKind,
  name: string,
  own: object,
  came: object,
): void {
  const changed = changedFields(own, came);
  const images = changed.filter((field) => IMAGE_FIELDS.includes(field));
  const others = changed.filter((field) => !IMAGE_FIELDS.includes(field));
  if (images.length > 0) found.add('images', 'changed', name, images);
  if (others.length > 0) found.add(kind, 'changed', name, others);
}

function changedFields(own: object, came: object): readonly string[] {
  const [here, there]: [Values, Values] = [{ ...own }, { ...came }];
  return Object.keys({ ...here, ...there }).filter(
    (field) => !OF_SERVER.includes(field) && !isSameJson(here[field], there[field]),
  );
}

/** Compares JSON values. An absent field is an undefined one. */
function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [own, came]: [Values, Values] = [{ ...a }, { ...b }];
  return Object.keys({ ...own, ...came }).every((key) => isSameJson(own[key], came[key]));
}
