import type { BookmarkId } from '../../domain';
import {
  chooseKept,
  type DuplicateGroup,
  type DuplicateMember,
  examine,
  type Likeness,
  likeness,
} from '../../domain/duplicates';

/** A group as it is shown. */
export interface ShownGroup {
  /** The same for as long as the group is there. */
  readonly key: BookmarkId;
  /** From 0, where it stands among those that were found. */
  readonly place: number;
  readonly members: DuplicateGroup;
  /** Which one is kept when they are joined. */
  readonly keep: BookmarkId;
}

/** The groups in the order they are shown, each with the one that is best kept. */
export function shownGroups(groups: readonly DuplicateGroup[]): readonly ShownGroup[] {
  const shown = groups.map((members) => {
    const kept = chooseKept(members).bookmark;
    return { key: kept.id, place: 0, members, keep: kept.id };
  });
  const latest = ({ members }: ShownGroup) =>
    Math.max(...members.map(({ bookmark }) => bookmark.created));
  const doubt = (group: ShownGroup) => Number(sureOthersOf(group).length === 0);
  return shown
    .toSorted((a, b) => doubt(a) - doubt(b) || latest(b) - latest(a))
    .map((group, place) => ({ ...group, place }));
}

/** The one that is kept. */
export function keptOf({ members, keep }: ShownGroup): DuplicateMember | undefined {
  return members.find(({ bookmark }) => bookmark.id === keep);
}

/** The one whose title they will have: the kept one, or else the first that has a title. */
export function titledOf(group: ShownGroup): DuplicateMember | undefined {
  const kept = keptOf(group);
  const hasTitle = ({ bookmark }: DuplicateMember) => bookmark.title !== bookmark.url;
  return kept && hasTitle(kept) ? kept : (group.members.find(hasTitle) ?? kept);
}

export const othersOf = ({ members, keep }: ShownGroup): readonly BookmarkId[] =>
  members.map(({ bookmark }) => bookmark.id).filter((id) => id !== keep);

/** Those that a person need not look at before they are joined with the kept one. */
export const sureOthersOf = (group: ShownGroup): readonly BookmarkId[] =>
  group.members
    .filter((member) => likenessToKept(group, member)?.isSure)
    .map(({ bookmark }) => bookmark.id);

/** Why a member is thought to be the page of the kept one; null for that one itself. */
export function likenessToKept(group: ShownGroup, member: DuplicateMember): Likeness | null {
  const kept = keptOf(group);
  if (kept === undefined || kept === member) return null;
  return likeness(examine(kept), examine(member));
}

/** The group without some of it; null when it is none any more. */
export function without(group: ShownGroup, ids: ReadonlySet<BookmarkId>): ShownGroup | null {
  const members = group.members.filter(({ bookmark }) => !ids.has(bookmark.id));
  if (members.length === group.members.length) return group;
  if (members.length < 2) return null;
  return {
    ...group,
    members,
    keep: ids.has(group.keep) ? chooseKept(members).bookmark.id : group.keep,
  };
}
