import type { BookmarkId } from '../../domain/bookmark';
import { labelKey, normalLabel } from '../../domain/label';
import { contentsOf } from '../contents/contents';
import { repository } from '../database/store';

const MAX_OF_SITE = 6;
const MAX_SUGGESTED_LABELS = 10;

/** Proposes labels for a bookmark. Nothing is added before a person chooses it. */
export const labelSuggestions = repository({
  /**
   * Returns labels that the bookmark does not have: those of its site, the most used first, and the
   * keywords of its page. A keyword that is a label already has the spelling of the label.
   */
  async of(store, id: BookmarkId): Promise<readonly string[]> {
    const row = await store.db.bookmarks.get(id);
    if (row === undefined) return [];
    const counts = row.site === '' ? new Map() : await contentsOf(store).labelsOfSite(row.site);
    const ofSite = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
    const known = new Map(
      (await store.db.labels.toCollection().primaryKeys()).map((name) => [labelKey(name), name]),
    );
    const ofPage = (row.keywords ?? []).flatMap((keyword) => normalLabel(keyword) ?? []);
    const spelled = ofPage.map((keyword) => known.get(labelKey(keyword)) ?? keyword);
    const isNew = (label: string) => !known.has(labelKey(label));
    const taken = new Set(row.labels.map(labelKey));
    const byKey = new Map<string, string>();
    for (const label of [
      ...without(ofSite, taken).slice(0, MAX_OF_SITE),
      // Labels in use come before new ones.
      ...spelled.toSorted((a, b) => Number(isNew(a)) - Number(isNew(b))),
    ]) {
      const key = labelKey(label);
      if (!taken.has(key) && !byKey.has(key)) byKey.set(key, label);
    }
    return [...byKey.values()].slice(0, MAX_SUGGESTED_LABELS);
  },
});

const without = (labels: readonly string[], taken: ReadonlySet<string>): readonly string[] =>
  labels.filter((label) => !taken.has(labelKey(label)));
