import { type Box, isWithin } from '../clean/boxes';
import { lineOf } from '../normal-text';
import { findSigns, type Signs } from './post-signs';
import { groupsIn, sumOf, walkBoxes } from './survey';

/** One contribution to a thread. */
export interface Post {
  /** Everything that the page shows for it. */
  readonly whole: Box;
  /** The text of its author. */
  readonly body: Box;
  readonly signs: Signs;
}

export interface Thread {
  readonly posts: readonly Post[];
}

/** The share of the posts that show who wrote them, and when. */
const MOST = 0.7;
/** Of the posts' text, in prose before them. Comments follow a longer text. */
const MAX_BEFORE = 0.3;
/** Of the text of the page that is in no link. */
const MIN_SHARE = 0.4;
/** In letters, of all posts together. */
const MIN_LETTERS = 80;

/**
 * Finds a thread: boxes of one template that each have an author, a time and a text. `isDeclared` is
 * true if the page says that it is one. A text before the posts is then the first of them; otherwise
 * the posts are comments on it, and there is no thread.
 */
export function findThread(root: Box, isDeclared: boolean): Thread | null {
  const groups = groupsIn(root, 2);
  const posts =
    longestPosts(groups, isDeclared) ?? (isDeclared ? longestPosts(singles(root), true) : null);
  const [first] = posts ?? [];
  if (posts === null || first === undefined) return null;
  const before = first.whole.start;
  if (isDeclared) {
    const opening = before === 0 ? null : openingPost(root, first.whole);
    return { posts: opening === null ? posts : [opening, ...posts] };
  }
  const isComments = before > MAX_BEFORE * lettersOf(posts);
  const isMost = lettersOf(posts) >= MIN_SHARE * (root.letters - root.linkLetters);
  return isComments || !isMost ? null : { posts };
}

function longestPosts(
  groups: readonly (readonly Box[])[],
  isDeclared: boolean,
): readonly Post[] | null {
  let longest: readonly Post[] | null = null;
  let most = MIN_LETTERS;
  for (const group of groups) {
    if (sumOf(group, ({ letters }) => letters) <= most) continue;
    const posts = postsOf(group, isDeclared);
    if (posts === null || lettersOf(posts) <= most) continue;
    longest = posts;
    most = lettersOf(posts);
  }
  return longest;
}

/** A question with one answer, a post without replies. */
const SINGLE =
  'article,[itemtype$="/Answer"],[itemtype$="/Comment"],[itemtype$="/DiscussionForumPosting"],[itemtype$="/SocialMediaPosting"]';

function singles(root: Box): readonly (readonly Box[])[] {
  const found: Box[][] = [];
  walkBoxes(root, (box) => {
    if (box.element.matches(SINGLE)) found.push([box]);
    return true;
  });
  return found;
}

const lettersOf = (posts: readonly Post[]): number =>
  sumOf(
    posts.map(({ body }) => body),
    ({ letters }) => letters,
  );

function postsOf(group: readonly Box[], isDeclared: boolean): readonly Post[] | null {
  const bodies = bodiesOf(group);
  const signs = findSigns(
    group.map(({ element }, at) => ({ whole: element, body: bodies[at]?.element ?? element })),
  );
  if (signs === null) return null;
  const posts = group.flatMap((whole, at): Post[] => {
    const [body, sign] = [bodies[at], signs[at]];
    return body === undefined || sign === undefined || body.letters + body.images === 0
      ? []
      : [{ whole, body, signs: sign }];
  });
  const shareOf = (has: (post: Post) => boolean) => posts.filter(has).length / group.length;
  const isSigned = shareOf(({ signs: { author } }) => author !== null) >= MOST;
  const isDated = shareOf(({ signs: { time } }) => time !== null) >= MOST;
  if (!isSigned || !(isDated || isDeclared)) return null;
  // Entries of a list have a title that leads to another page.
  return shareOf(({ whole }) => hasTitleLink(whole.element)) > 0.5 ? null : posts;
}

function hasTitleLink(element: Element): boolean {
  const link = element.querySelector(
    'h1 a[href],h2 a[href],h3 a[href],h4 a[href],a[href] h2,a[href] h3,a[href] h4',
  );
  const href = link?.closest('a')?.getAttribute('href') ?? '#';
  return !href.includes('#') && lineOf(link as Element).length > 0;
}

/** Blocks of a text, which are not looked into. */
const BLOCK = /^(?:p|ul|ol|dl|pre|h\d|figure|blockquote|li|dd|dt)$/;
const MOST_TEXT = 0.5;

/**
 * Finds the part of each box that holds its text. The boxes have the same template, so the place with
 * the most text in all of them is the place of the text in each, however short it is.
 */
function bodiesOf(group: readonly Box[]): readonly Box[] {
  let bodies = group;
  for (;;) {
    const next = largestPart(bodies);
    if (next === null) return bodies;
    bodies = next;
  }
}

function largestPart(boxes: readonly Box[]): readonly Box[] | null {
  const parts = new Map<
    string,
    { total: number; isRepeated: boolean; readonly at: Map<number, Box> }
  >();
  boxes.forEach((box, at) => {
    for (const child of box.children) {
      if (child.letters === 0) continue;
      const key = partKey(child);
      const part = parts.get(key) ?? { total: 0, isRepeated: false, at: new Map<number, Box>() };
      parts.set(key, part);
      part.total += child.letters - child.linkLetters / 2;
      part.isRepeated ||= part.at.has(at);
      part.at.set(at, child);
    }
  });
  const total = sumOf(boxes, ({ letters }) => letters);
  let largest: { total: number; isRepeated: boolean; readonly at: Map<number, Box> } | null = null;
  for (const part of parts.values()) if (part.total > (largest?.total ?? 0)) largest = part;
  if (largest === null || largest.isRepeated || largest.total < total * MOST_TEXT) return null;
  const { at } = largest;
  if (at.size < boxes.length * MOST) return null;
  if (
    [...at.values()].some(
      ({ element }) => BLOCK.test(element.localName) && element.getAttribute('class') === null,
    )
  )
    return null;
  return boxes.map((box, index) => at.get(index) ?? box);
}

const partKey = ({ element, at }: Box): string => {
  const [first = ''] = (element.getAttribute('class') ?? '').trim().split(/\s+/, 1);
  return `${element.localName}.${first.replace(/\d+/g, '')}.${element.localName === 'td' || element.localName === 'tr' ? at : ''}`;
};

const MOST_PROSE = 0.8;

/** Returns the question, or the text that the posts reply to. */
function openingPost(root: Box, first: Box): Post | null {
  let whole: Box | null = null;
  let around: Box | undefined = root;
  while (around !== undefined && whole === null) {
    whole =
      around.children.find(
        (child) => !isWithin(first, child) && child.prose >= first.start * MOST_PROSE,
      ) ?? null;
    around = around.children.find((child) => isWithin(first, child) && child !== first);
  }
  if (whole === null || whole.order > first.order) return null;
  let body = whole;
  for (;;) {
    const next: Box | undefined = body.children.find(
      (child) => child.prose >= body.prose * MOST_PROSE,
    );
    if (next === undefined || BLOCK.test(next.element.localName)) break;
    body = next;
  }
  const [signs] = findSigns([{ whole: whole.element, body: body.element }]) ?? [];
  return { whole, body, signs: signs ?? { author: null, time: null } };
}
