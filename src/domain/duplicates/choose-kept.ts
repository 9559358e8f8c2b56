import { ADDRESS_DIFFERENCES } from './address-form';
import type { DuplicateGroup } from './group-duplicates';
import { type DuplicateMember, examine } from './likeness';
import { isLonger } from './longer';

/**
 * The one of a group to keep when nobody says otherwise: one with an article rather than without,
 * then the plainest address, then the one saved first. The same on every device.
 */
export function chooseKept(group: DuplicateGroup): DuplicateMember {
  return group.reduce((best, next) => (isBetter(next, best) ? next : best));
}

function isBetter(a: DuplicateMember, b: DuplicateMember): boolean {
  const [ranksA, ranksB] = [ranksOf(a), ranksOf(b)];
  const differing = ranksA.findIndex((rank, at) => rank !== ranksB[at]);
  const [rankA = 0, rankB = 0] = [ranksA[differing], ranksB[differing]];
  return differing === -1 ? a.bookmark.urlKey < b.bookmark.urlKey : rankA < rankB;
}

/** Less is better, the first that differs decides. */
function ranksOf(member: DuplicateMember): readonly number[] {
  const { bookmark } = member;
  const { leftOut } = examine(member).form;
  const odd = ADDRESS_DIFFERENCES.filter((each) => each !== 'www' && leftOut[each] !== '');
  return [bookmark.wordCount > 0 ? 0 : 1, odd.length, bookmark.created];
}

/**
 * Whether a join into `kept` would lose text: the longer article is on the server alone, from where
 * it goes with its bookmark.
 */
export const goesWithText = (kept: DuplicateMember, gone: DuplicateMember): boolean =>
  gone.article === null && isLonger(gone.bookmark.wordCount, kept.bookmark.wordCount);
