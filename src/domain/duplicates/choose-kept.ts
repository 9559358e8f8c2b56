import { ADDRESS_DIFFERENCES } from './address-form';
import type { DuplicateGroup } from './group-duplicates';
import { type DuplicateMember, examine } from './likeness';
import { isLonger } from './longer';

/**
 * The one of a group to keep when nobody says otherwise: one whose article, here or on the server,
 * is as long as any, then the plainest address, then the one saved first. The same on every device.
 */
export function chooseKept(group: DuplicateGroup): DuplicateMember {
  const longest = Math.max(...group.map(({ bookmark }) => bookmark.wordCount));
  return group.reduce((best, next) => (isBetter(next, best, longest) ? next : best));
}

function isBetter(a: DuplicateMember, b: DuplicateMember, longest: number): boolean {
  const [ranksA, ranksB] = [ranksOf(a, longest), ranksOf(b, longest)];
  const differing = ranksA.findIndex((rank, at) => rank !== ranksB[at]);
  const [rankA = 0, rankB = 0] = [ranksA[differing], ranksB[differing]];
  return differing === -1 ? a.bookmark.urlKey < b.bookmark.urlKey : rankA < rankB;
}

/** Less is better, the first that differs decides. */
function ranksOf(member: DuplicateMember, longest: number): readonly number[] {
  const { bookmark } = member;
  const { leftOut } = examine(member).form;
  const odd = ADDRESS_DIFFERENCES.filter((each) => each !== 'www' && leftOut[each] !== '');
  return [isLonger(longest, bookmark.wordCount) ? 1 : 0, odd.length, bookmark.created];
}

/**
 * Whether a join into `kept` would lose text: the longer article is on the server alone, from where
 * it goes with its bookmark.
 */
export const goesWithText = (kept: DuplicateMember, gone: DuplicateMember): boolean =>
  gone.article === null && isLonger(gone.bookmark.wordCount, kept.bookmark.wordCount);
