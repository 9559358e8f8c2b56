import { isSameValue } from '../../domain/bookmark-values';
import {
  COLLECTION_NAME_MAX_LENGTH,
  type Collection,
  SYNCED_COLLECTION_FIELDS,
} from '../../domain/collection';
import { urlKey } from '../../domain/url-identity';
import {
  COLLECTION_TABLES,
  type CollectionState,
  collectionStates,
  newCollection,
  undeleted,
  writeCollections,
} from '../collections/collection-row';
import type { ChangeLog } from '../database/change-log';
import { deletionTime } from '../database/clock';
import type { BookmarkRow, Draft } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { pairKey, readPairs } from '../duplicates/duplicates';
import { readColors } from '../labels/labels';
import { addRules } from '../site-rules/site-rules';
import { readDays } from '../statistics/statistics';
import type { DeletedHighlightOf, ExtrasResult, RestoredExtras } from './transferred';

/** The tables that `addExtras` writes. */
export const EXTRAS_TABLES = [
  ...COLLECTION_TABLES,
  'meta',
  'siteRules',
  'drafts',
  'bookmarks',
  'highlights',
  'deletedHighlights',
];

/**
 * Adds what a bundle has beside bookmarks to what the library has, inside a transaction over
 * `EXTRAS_TABLES`. Its own colours stay, and so do its rules of retention unless it was empty. `log` gets
 * what can be undone: collections and rules of sites.
 */
export async function addExtras(
  store: Store,
  extras: RestoredExtras,
  wasEmpty: boolean,
  log: ChangeLog,
): Promise<ExtrasResult> {
  const { db } = store;
  const collections = await restoreCollections(store, extras.collections, log);
  const [colors, pairs, days, rules] = await Promise.all([
    readColors(db),
    readPairs(db),
    readDays(db),
    db.meta.get('retention'),
  ]);
  const { retention, readingDays = [] } = extras;
  const known = new Set(pairs.map(pairKey));
  const newPairs = extras.distinctPairs.filter((pair) => !known.has(pairKey(pair)));
  const allColors = { ...extras.labelColors, ...colors };
  const allDays = joinedDays(days, readingDays);
  await db.meta.bulkPut([
    { key: 'labelColors', colors: allColors },
    { key: 'apart', pairs: [...pairs, ...newPairs] },
    { key: 'reading', days: allDays },
    ...(wasEmpty && !rules && retention ? [{ key: 'retention', rules: retention } as const] : []),
  ]);
  const siteRules = await addRules(db, extras.siteRules, log);
  const added = [
    collections.added,
    newPairs.length,
    Object.keys(allColors).length - Object.keys(colors).length,
    allDays.length - days.length,
    siteRules.added.length,
    await restoreDeleted(store, extras.deletedHighlights),
    await restoreDrafts(db, extras.drafts),
  ];
  return {
    renamed: collections.renamed,
    added: added.reduce((sum, count) => sum + count, 0),
  };
}

/** Adds deleted highlights, which can be restored for their whole time from now on. Returns how many. */
async function restoreDeleted(
  store: Store,
  deleted: readonly DeletedHighlightOf[],
): Promise<number> {
  const { db } = store;
  const ids = deleted.map(({ highlight }) => highlight.id);
  const [here, deletedHere, rowsHere] = await Promise.all([
    db.highlights.bulkGet(ids),
    db.deletedHighlights.bulkGet(ids),
    db.bookmarks
      .where('urlKey')
      .anyOf(deleted.flatMap(({ url }) => urlKey(url) ?? []))
      .toArray(),
  ]);
  const pages = Map.groupBy(rowsHere, (row) => row.urlKey);
  /** Its own page comes first, and before all one that the library shows. */
  const pageOf = ({ url, highlight }: DeletedHighlightOf): BookmarkRow | undefined => {
    const key = urlKey(url);
    const all = key === null ? [] : (pages.get(key) ?? []);
    const shown = all.filter(({ trashedAt }) => trashedAt === null);
    const some = shown.length > 0 ? shown : all;
    return some.find(({ id }) => id === highlight.bookmarkId) ?? some[0];
  };
  const deletedAt = await deletionTime(store);
  const rows = deleted.flatMap((one, at) => {
    const page = pageOf(one);
    const isKnown = here[at] !== undefined || deletedHere[at] !== undefined;
    return isKnown || !page ? [] : { ...one.highlight, bookmarkId: page.id, deletedAt };
  });
  await db.deletedHighlights.bulkPut(rows);
  return rows.length;
}

/** Adds edits that were begun. One of the same page that was begun here stays. Returns how many. */
async function restoreDrafts(db: LibraryDatabase, drafts: readonly Draft[]): Promise<number> {
  const here = await db.drafts.bulkGet(drafts.map(({ urlKey: page }) => page));
  const added = drafts.filter((_, at) => here[at] === undefined);
  await db.drafts.bulkPut(added);
  return added.length;
}

const joinedDays = (own: readonly number[], came: readonly number[]): readonly number[] =>
  [...new Set([...own, ...came])].toSorted((a, b) => a - b);

/**
 * Adds collections. One that is here stays as it is, and one that was deleted comes back. One whose name
 * another has, with the same filters, is that one, and gives it the conditions that only a device has.
 * With other filters or conditions, it gets a number after its name.
 */
async function restoreCollections(
  { db, now }: Store,
  collections: readonly Collection[],
  log: ChangeLog,
): Promise<ExtrasResult> {
  const states = await collectionStates(db);
  const shown = [...states.values()].filter(({ deletedAt }) => deletedAt === null);
  const ids = new Set(collections.map(({ id }) => id));
  // Collections of the bundle do not take names from each other, because a library may have a name twice.
  const byName = Map.groupBy(
    shown.filter(({ id }) => !ids.has(id)),
    ({ name }) => name,
  );
  const before: CollectionState[] = [];
  const after: CollectionState[] = [];
  const renamed: string[] = [];
  for (const collection of collections) {
    const state = states.get(collection.id);
    if (state?.deletedAt === null) continue;
    const back = state === undefined ? newCollection(collection) : undeleted(state);
    const { name, same } = restoredPlaceOf(back, byName);
    if (same !== null) {
      if (same.localSearch !== '' || back.localSearch === '') continue;
      const joined = { ...same, localSearch: back.localSearch, updated: now() };
      before.push(same);
      after.push(joined);
      byName.set(name, [joined, ...(byName.get(name) ?? []).filter((other) => other !== same)]);
      continue;
    }
    if (state !== undefined) before.push(state);
    after.push({ ...back, name });
    if (name !== back.name) renamed.push(`${back.name} → ${name}`);
  }
  await writeCollections(db, before, after, now(), log);
  return { renamed, added: after.length };
}

/** Returns the first free name, or the collection of such a name that has the same filters. */
function restoredPlaceOf(
  collection: CollectionState,
  byName: ReadonlyMap<string, readonly CollectionState[]>,
): { readonly name: string; readonly same: CollectionState | null } {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? collection.name : numbered(collection.name, ` (${number})`);
    const others = byName.get(name);
    if (others === undefined) return { name, same: null };
    const same = others.find((other) => hasSameFilters(other, collection));
    if (same !== undefined) return { name, same };
  }
}

const numbered = (name: string, end: string): string =>
  [...name].slice(0, COLLECTION_NAME_MAX_LENGTH - end.length).join('') + end;

/** The mark of pinned collections is no filter. */
const hasSameFilters = (a: CollectionState, b: CollectionState): boolean =>
  SYNCED_COLLECTION_FIELDS.every(
    (field) => field === 'name' || field === 'isPinned' || isSameValue(a[field], b[field]),
  ) &&
  (a.localSearch === b.localSearch || a.localSearch === '' || b.localSearch === '');
