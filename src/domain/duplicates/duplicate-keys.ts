import type { Bookmark, BookmarkId } from '../bookmark';
import { addressForm } from './address-form';
import { FEWEST_WORDS, titleKey } from './likeness';

/** Puts bookmarks beside each other that share what a duplicate would share. */
export interface DuplicateKeys {
  add(bookmark: Bookmark): void;
  /**
   * Those that share something with another, in clusters that share nothing with each other. Only
   * what is in one cluster has to be compared.
   */
  clusters(): readonly (readonly BookmarkId[])[];
}

/** One look at each bookmark: the time grows with their number, not with its square. */
export function createDuplicateKeys(): DuplicateKeys {
  const firstByKey = new Map<string, BookmarkId>();
  const links = createLinks<BookmarkId>();
  return {
    add(bookmark) {
      for (const key of keysOf(bookmark)) {
        const first = firstByKey.get(key);
        if (first === undefined) firstByKey.set(key, bookmark.id);
        else links.join(first, bookmark.id);
      }
    },
    clusters: () => links.clusters(),
  };
}

function keysOf(bookmark: Bookmark): readonly string[] {
  const form = addressForm(bookmark.urlKey);
  const title = bookmark.wordCount < FEWEST_WORDS ? null : titleKey(bookmark, form);
  const place = `address ${form.plain}${form.leftOut.route}`;
  return title === null ? [place] : [place, `title ${title}`];
}

/** Things that belong together, directly or by way of others. */
export interface Links<T> {
  join(a: T, b: T): void;
  /** Each with two things at least. */
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
