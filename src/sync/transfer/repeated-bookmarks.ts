import { ok, type Result } from '../../domain/result';
import type { UrlKey } from '../../domain/url-identity';
// The index of the formats would make the background twice as large.
import { joinEntries, joinHighlights } from '../../formats/imports/join-entries';
import { MAX_IMPORTED_HIGHLIGHTS } from '../../formats/imports/limits';
import type { ServiceError } from '../../service';
import { textOfAnnotation } from '../highlights/places-on-server';
import { type TakenBookmark, takeBookmark } from './imported-bookmark';
import { type ImportSource, readWithoutArticles } from './read-server';

/**
 * Reads all bookmarks without their articles, and returns the ids of those whose address occurs
 * several times, by address in their order. One with an article, if there is one, comes first.
 */
export async function readRepeats(
  source: ImportSource,
  ids: readonly string[],
): Promise<Result<string[][], ServiceError>> {
  const byKey = new Map<UrlKey, { readonly ids: string[]; lead: string | null }>();
  for await (const read of readWithoutArticles(source, ids)) {
    if (!read.ok) return read;
    const { at, some, came } = read.value;
    for (const [n, id] of some.entries()) {
      const taken = takeBookmark(came.get(id), { id, row: at + n + 1 }, source.now());
      if (!taken.ok) continue;
      const { entry, came: one } = taken.value;
      const known = byKey.get(entry.urlKey) ?? { ids: [], lead: null };
      byKey.set(entry.urlKey, known);
      known.ids.push(id);
      if (one.info.has_article) known.lead ??= id;
    }
  }
  const repeats = [...byKey.values()].filter((each) => each.ids.length > 1);
  return ok(repeats.map(({ ids: all, lead }) => [...new Set([lead ?? all[0] ?? '', ...all])]));
}

/** Joins two bookmarks of one address as two rows of a file are joined. The article is that of the first. */
export function joinTaken(one: TakenBookmark, other: TakenBookmark): TakenBookmark {
  const entry = joinEntries([one.entry, other.entry]);
  // An archived bookmark says nothing of how far another was read.
  const read = [one, other].filter((each) => entry.isArchived || !each.entry.isArchived);
  const [furthest] = read.toSorted((a, b) => b.place.readProgress - a.place.readProgress);
  const annotations = joinHighlights([one.annotations, other.annotations], textOfAnnotation);
  const lost = other.came.unusable.filter(({ what }) => what === 'annotations');
  return {
    came: { ...one.came, unusable: [...one.came.unusable, ...lost] },
    entry,
    place: (furthest ?? one).place,
    // One more tells that some are left out.
    annotations: annotations.slice(0, MAX_IMPORTED_HIGHLIGHTS + 1),
  };
}
