import { ADDRESS_DIFFERENCES } from './address-form';
import { createLinks, type Links } from './duplicate-keys';
import {
  type DuplicateMember,
  type Examined,
  examine,
  isLonger,
  type Likeness,
  likeness,
} from './likeness';
import { createSketchSet } from './text-sketch';

/** At least two bookmarks that are pairwise considered to be the same page. */
export type DuplicateGroup = readonly DuplicateMember[];

/**
 * The number of bookmarks that are compared pairwise. If more of them share an address, the rest is
 * found after these have been merged.
 */
const COMPARED_AT_ONCE = 20;

/**
 * Returns the groups in a cluster, oldest first. The order of the members does not affect the
 * result. Two bookmarks for which `areTwo` returns true are never in one group. Bookmarks with
 * nearly the same text are compared after all others have their groups, because the same text may
 * be in many pages.
 */
export function groupDuplicates(
  cluster: readonly DuplicateMember[],
  areTwo: (a: DuplicateMember, b: DuplicateMember) => boolean,
): readonly DuplicateGroup[] {
  const groupsOf = (part: readonly Examined[], areOne: (likeness: Likeness) => boolean) => {
    const open: Examined[][] = [];
    for (const one of part) {
      const group = open.find((others) =>
        others.every((other) => {
          const found = areTwo(one.member, other.member) ? null : likeness(one, other);
          return found !== null && areOne(found);
        }),
      );
      if (group) group.push(one);
      else open.push([one]);
    }
    return open.filter(({ length }) => length > 1);
  };
  const all = cluster.map(examine);
  const same = comparable(all, joinPages).flatMap((part) => groupsOf(part, isMoreThanNear));
  const grouped = new Set(same.flat());
  const others = all.filter((one) => !grouped.has(one));
  const near = comparable(others, joinTexts).flatMap((part) => groupsOf(part, () => true));
  return [...same, ...near]
    .toSorted(([a], [b]) => (a && b ? byAge(a, b) : 0))
    .map((group) => group.map(({ member }) => member));
}

const isMoreThanNear = ({ reasons }: Likeness): boolean => !reasons.includes('near');

/** Splits a cluster, in a fixed order, into parts that are small enough for pairwise comparison. */
function comparable(
  cluster: readonly Examined[],
  joinLike: (cluster: readonly Examined[], links: Links<Examined>) => void,
): readonly (readonly Examined[])[] {
  if (cluster.length <= COMPARED_AT_ONCE) return [cluster.toSorted(byAge)];
  const links = createLinks<Examined>();
  joinLike(cluster, links);
  return links.clusters().flatMap((part) => inPieces(part.toSorted(byAge)));
}

const inPieces = (part: readonly Examined[]): readonly (readonly Examined[])[] =>
  Array.from({ length: Math.ceil(part.length / COMPARED_AT_ONCE) }, (_, at) =>
    part.slice(at * COMPARED_AT_ONCE, (at + 1) * COMPARED_AT_ONCE),
  );

function byAge({ member: { bookmark: a } }: Examined, { member: { bookmark: b } }: Examined) {
  return a.created - b.created || (a.id < b.id ? -1 : 1);
}

function joinPages(cluster: readonly Examined[], links: Links<Examined>): void {
  const firstByKey = new Map<string, Examined>();
  for (const one of cluster) {
    for (const key of pageKeys(one)) {
      const first = firstByKey.get(key);
      if (first === undefined) firstByKey.set(key, one);
      else if (first !== one) links.join(first, one);
    }
  }
}

function joinTexts(cluster: readonly Examined[], links: Links<Examined>): void {
  const texts = createSketchSet<Examined>();
  for (const one of cluster) {
    const sketch = one.member.article?.sketch;
    if (sketch) texts.add(one, sketch);
  }
  Array.from(texts.joinResembling(links.join));
}

/**
 * The keys of the same page. When the text is available, the title alone is too weak as a key. Texts
 * that share nine tenths of their paragraphs have the same smallest or greatest hash in 99 of 100
 * cases.
 */
function pageKeys({ places, titleKey, member }: Examined): readonly string[] {
  const keys = places.map((place) => `address ${place}`);
  const paragraphs = member.article?.paragraphs ?? [];
  if (titleKey === null || paragraphs.length === 0) return keys;
  const [least, greatest] = [paragraphs.reduce(min), paragraphs.reduce(max)];
  return [...keys, `least ${least} ${titleKey}`, `greatest ${greatest} ${titleKey}`];
}

const min = (a: number, b: number): number => Math.min(a, b);
const max = (a: number, b: number): number => Math.max(a, b);

/**
 * Returns the default choice of which bookmark to keep: first one whose article (here or on the
 * server) is among the longest, then the plainest address, then the oldest. The result is the same
 * on every device.
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

/** Ranks are compared in order; a lower rank is better. */
function ranksOf(member: DuplicateMember, longest: number): readonly number[] {
  const { bookmark } = member;
  const { leftOut } = examine(member).form;
  const odd = ADDRESS_DIFFERENCES.filter((each) => each !== 'www' && leftOut[each] !== '');
  return [isLonger(longest, bookmark.wordCount) ? 1 : 0, odd.length, bookmark.created];
}

/**
 * True if merging into `kept` would lose text: the longer article is only on the server and would
 * be deleted with its bookmark.
 */
export const losesLongerText = (kept: DuplicateMember, gone: DuplicateMember): boolean =>
  gone.article === null && isLonger(gone.bookmark.wordCount, kept.bookmark.wordCount);
