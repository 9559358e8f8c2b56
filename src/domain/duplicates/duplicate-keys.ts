import type { BookmarkId } from '../bookmark';
import { type DuplicateMember, examine, MIN_TEXT_WORDS } from './likeness';
import { createSketchSet, type TextSketch } from './text-sketch';

/** Groups bookmarks that share a property that duplicates would share. */
export interface DuplicateKeys {
  add(member: Omit<DuplicateMember, 'article'>): void;
  /** Adds the sketch of the text of a bookmark. Short texts have none. */
  addText(id: BookmarkId, sketch: TextSketch): void;
  sketchOf(id: BookmarkId): TextSketch | null;
  /** Groups bookmarks with nearly the same text, too. Yields after each of its steps. */
  joinTexts(): Generator<void>;
  /**
   * Returns the bookmarks that share a property with another one, as clusters that share nothing
   * with each other. Only members of the same cluster have to be compared.
   */
  clusters(): readonly (readonly BookmarkId[])[];
}

/** Each bookmark is examined once, so the time grows linearly with their number. */
export function createDuplicateKeys(): DuplicateKeys {
  const firstByKey = new Map<string, BookmarkId>();
  const links = createLinks<BookmarkId>();
  const texts = createSketchSet<BookmarkId>();
  const addKeys = (id: BookmarkId, keys: readonly string[]) => {
    for (const key of keys) {
      const first = firstByKey.get(key);
      if (first === undefined) firstByKey.set(key, id);
      else if (first !== id) links.join(first, id);
    }
  };
  return {
    add(member) {
      addKeys(member.bookmark.id, keysOf(member));
    },
    addText: texts.add,
    sketchOf: texts.get,
    joinTexts: () => texts.joinResembling(links.join),
    clusters: () => links.clusters(),
  };
}

function keysOf(member: Omit<DuplicateMember, 'article'>): readonly string[] {
  const { places, titleKey } = examine({ ...member, article: null });
  const keys = places.map((place) => `address ${place}`);
  const hasText = member.bookmark.wordCount >= MIN_TEXT_WORDS;
  return hasText && titleKey !== null ? [...keys, `title ${titleKey}`] : keys;
}

/** A union-find structure: items belong together directly or through other items. */
export interface Links<T> {
  join(a: T, b: T): void;
  /** Each cluster has at least two items. */
  clusters(): readonly (readonly T[])[];
}

/** @see https://en.wikipedia.org/wiki/Disjoint-set_data_structure (path halving) */
export function createLinks<T>(): Links<T> {
  const parents = new Map<T, T>();
  const rootOf = (start: T): T => {
    let at = start;
    for (;;) {
      const parent = parents.get(at) ?? at;
      if (parent === at) return at;
      const above = parents.get(parent) ?? parent;
      parents.set(at, above);
      at = above;
    }
  };
  return {
    join(a, b) {
      const [rootA, rootB] = [rootOf(a), rootOf(b)];
      for (const each of [a, b]) if (!parents.has(each)) parents.set(each, rootOf(each));
      if (rootA !== rootB) parents.set(rootB, rootA);
    },
    clusters: () => [...Map.groupBy(parents.keys(), rootOf).values()],
  };
}
