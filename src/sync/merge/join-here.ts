import { labelKey, normalLabels } from '../../domain';
import { isEmptyPatch, type PatchIntent, type SyncDesk, type SyncState } from '../../library';
import { unansweredOf } from './adopt';
import { keepsOf, queued } from './queue';

/**
 * Makes one of two bookmarks of an address that are both here: `from` goes to the trash, what a
 * person did with it goes over to `into`, which the server has.
 */
export function joinInto(desk: SyncDesk, from: SyncState, into: SyncState): void {
  const [gone, kept] = [from.bookmark, into.bookmark];
  if (gone === null || kept === null) return;
  const known = new Set(kept.labels.map(labelKey));
  const addLabels = gone.labels.filter((label) => !known.has(labelKey(label)));
  const isFavourite = gone.isFavourite && !kept.isFavourite;
  const isFurther = gone.readProgress > kept.readProgress;
  const set = {
    ...(isFavourite && { isFavourite }),
    ...(isFurther && { readProgress: gone.readProgress, readAnchor: gone.readAnchor }),
  };
  const { readProgress, readAnchor } = kept;
  const patch: PatchIntent = {
    kind: 'patch',
    set,
    base: {
      ...(isFavourite && { isFavourite: false }),
      ...(isFurther && { readProgress, readAnchor }),
    },
    addLabels,
    removeLabels: [],
  };
  desk.put({
    ...into,
    shadow: into.shadow && { ...into.shadow, ...unansweredOf(from) },
    bookmark: { ...kept, ...set, labels: normalLabels([...kept.labels, ...addLabels]) },
    intents: [
      ...into.intents,
      ...(isEmptyPatch(patch) ? [] : [queued(into.id, patch, desk.now)]),
      ...keepsOf(from.intents, into.id),
    ],
  });
  desk.put({
    id: from.id,
    bookmark: { ...gone, serverId: null, trashedAt: desk.now },
    shadow: null,
    intents: [],
  });
  const changes =
    gone.title === kept.title ? [] : [{ field: 'title', ours: kept.title, theirs: gone.title }];
  desk.tell('joined', into.id, changes);
}
