import type { BookmarkId } from '../../domain/bookmark';
import {
  chooseKept,
  type DuplicateGroup,
  type DuplicateMember,
  examine,
  type Likeness,
  likeness,
  losesLongerText,
} from '../../domain/duplicates';

/** A group of possible duplicates as the page shows it. */
export interface ShownGroup {
  /** Stable for the lifetime of the group. */
  readonly key: BookmarkId;
  /** The position among the groups that were found, from 0. */
  readonly place: number;
  readonly members: DuplicateGroup;
  /** The bookmark that is kept when the group is joined. */
  readonly keep: BookmarkId;
  /** Why each of the others may be a duplicate of the kept one. */
  readonly likenesses: ReadonlyMap<BookmarkId, Likeness>;
  /** The others that are certain duplicates. */
  readonly sure: readonly BookmarkId[];
}

/**
 * Returns the groups with the best bookmark to keep, sorted by certainty and then by the newest
 * bookmark.
 */
export function shownGroups(groups: readonly DuplicateGroup[]): readonly ShownGroup[] {
  return groups
    .map((members) => {
      const { id } = chooseKept(members).bookmark;
      const savedLast = Math.max(...members.map(({ bookmark }) => bookmark.created));
      return { group: keeping({ key: id, place: 0, members }, id), savedLast };
    })
    .toSorted((a, b) => doubt(a.group) - doubt(b.group) || b.savedLast - a.savedLast)
    .map(({ group }, place) => ({ ...group, place }));
}

const doubt = ({ sure }: ShownGroup): number => (sure.length === 0 ? 1 : 0);

/** Returns the group with another bookmark to keep. */
export function keeping(
  group: Pick<ShownGroup, 'key' | 'place' | 'members'>,
  keep: BookmarkId,
): ShownGroup {
  const { key, place, members } = group;
  const examined = members.map(examine);
  const kept = examined.find(({ member }) => member.bookmark.id === keep);
  const likenesses = new Map<BookmarkId, Likeness>();
  for (const one of examined) {
    const like = kept === undefined || one === kept ? null : likeness(kept, one);
    if (kept === undefined || like === null) continue;
    const isSure = like.isSure && !losesLongerText(kept.member, one.member);
    likenesses.set(one.member.bookmark.id, { ...like, isSure });
  }
  const sure = [...likenesses].flatMap(([id, { isSure }]) => (isSure ? id : []));
  return { key, place, members, keep, likenesses, sure };
}

/** Returns the member that provides the title: the kept one, or else the first that has one. */
export function titledOf({ members, keep }: ShownGroup): DuplicateMember | undefined {
  const kept = members.find(({ bookmark }) => bookmark.id === keep);
  const hasTitle = ({ bookmark }: DuplicateMember) => bookmark.title !== bookmark.url;
  return kept && hasTitle(kept) ? kept : (members.find(hasTitle) ?? kept);
}

export const othersOf = ({ members, keep }: ShownGroup): readonly BookmarkId[] =>
  members.map(({ bookmark }) => bookmark.id).filter((id) => id !== keep);

/** Returns the group without some of its members, or null when fewer than two are left. */
export function without(group: ShownGroup, ids: ReadonlySet<BookmarkId>): ShownGroup | null {
  const members = group.members.filter(({ bookmark }) => !ids.has(bookmark.id));
  if (members.length === group.members.length) return group;
  if (members.length < 2) return null;
  return keeping(
    { ...group, members },
    ids.has(group.keep) ? chooseKept(members).bookmark.id : group.keep,
  );
}
