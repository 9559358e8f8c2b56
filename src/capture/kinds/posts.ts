import { type Box, isWithin, walkBoxes } from '../clean/boxes';
import { firstClassOf } from '../elements';
import { textLength } from '../normal-text';
import { sumOf } from '../sum';
import {
  type Attribution,
  findAttributions,
  hasAuthorAt,
  isAuthorLink,
  writtenAuthor,
} from './attributions';
import { depthsOf, treesIn } from './replies';
import { isRole, speakerOf, turnsIn } from './speakers';
import { groupsIn, keyOfBox } from './survey';

/** One contribution to a thread. */
export interface Post {
  /** Everything that the page shows for it. */
  readonly whole: Box;
  /** The text of its author. */
  readonly body: Box;
  readonly attribution: Attribution;
  /** How deep it is in a tree of replies; 0 for those that reply to the first. */
  readonly depth: number;
}

/** The share of the posts that show who wrote them, and when. */
const MIN_SIGNED = 0.7;
/** The prose before the posts as a share of their text. Comments follow a longer text. */
const MAX_BEFORE = 0.3;
/** A share of the text of the page that is in no link. */
const MIN_SHARE_OF_UNLINKED_TEXT = 0.4;
/** In letters, of all posts together. */
const MIN_POST_LETTERS = 80;
/** The weight of boxes in which the text is not apart from the author. They may hold several posts. */
const WHOLE_BOX_WEIGHT = 0.4;
/** A share of the text of the replies. The text before them is an article if it is longer. */
const MAX_OPENING = 1.5;

/**
 * Finds a thread: boxes of one template that each have an author, a time and a text. `isDeclared` is
 * true if the page says that it is one. A text before the posts is then the first of them; otherwise
 * the posts are comments on it, and there is no thread.
 */
export function findThread(root: Box, isDeclared: boolean): readonly Post[] | null {
  const groups = [...treesIn(root), ...groupsIn(root, 2), ...turnsIn(root)];
  const found =
    longestPosts(groups, isDeclared) ?? (isDeclared ? longestPosts(singles(root), true) : null);
  const [first] = found?.posts ?? [];
  if (found === null || first === undefined) return null;
  const { posts, authorPlace } = found;
  const before = first.whole.start;
  const opening = before === 0 ? shortOpening(root, first, authorPlace) : openingPost(root, first);
  const all = opening === null ? posts : [opening, ...posts];
  if (isDeclared) return all;
  if (lettersOfPosts(all) < MIN_SHARE_OF_UNLINKED_TEXT * (root.letters - root.linkLetters))
    return null;
  // Comments follow an article, whose author is written in another way.
  const isOpening =
    opening !== null &&
    opening.attribution.author !== null &&
    (hasAuthorAt(opening.whole.element, authorPlace) || [opening, first].every(hasWrittenAuthor));
  if (isOpening && before <= MAX_OPENING * lettersOfPosts(posts)) return all;
  return before <= MAX_BEFORE * lettersOfPosts(posts) ? posts : null;
}

interface FoundPosts {
  readonly posts: readonly Post[];
  /** The template of the elements that hold the authors. */
  readonly authorPlace: string;
}

function longestPosts(groups: readonly (readonly Box[])[], isDeclared: boolean): FoundPosts | null {
  let longest: FoundPosts | null = null;
  let most = MIN_POST_LETTERS;
  for (const group of groups) {
    if (sumOf(group, ({ letters }) => letters) <= most) continue;
    const found = postsOf(group, isDeclared);
    if (found === null) continue;
    const isWhole = found.posts.every(({ whole, body }) => whole === body);
    const worth = lettersOfPosts(found.posts) * (isWhole ? WHOLE_BOX_WEIGHT : 1);
    if (worth <= most && (longest !== null || lettersOfPosts(found.posts) <= MIN_POST_LETTERS))
      continue;
    longest = found;
    most = worth;
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
  });
  return found;
}

const lettersOfPosts = (posts: readonly Post[]): number => sumOf(posts, ({ body }) => body.letters);

function postsOf(group: readonly Box[], isDeclared: boolean): FoundPosts | null {
  const bodies = bodiesOf(group);
  // Entries of a list have a title that leads to another page.
  const titled = group.filter((whole, at) => hasContent(bodies[at]) && hasTitleLink(whole));
  if (titled.length > group.length / 2) return null;
  const found = findAttributions(
    group.map(({ element }, at) => ({ whole: element, body: bodies[at]?.element ?? element })),
  );
  const depths = depthsOf(group.map(({ element }) => element));
  const posts = group.flatMap((whole, at): Post[] => {
    const [body, common] = [bodies[at], found.attributions[at]];
    if (body === undefined || common === undefined || !hasContent(body)) return [];
    const own = common.author === null ? attributionOf(whole, body) : common;
    const attribution = own.author === null ? common : own;
    return [{ whole, body, attribution, depth: depths[at] ?? 0 }];
  });
  // Columns of a page have the same template, too, but each its author in another place.
  const isNamed = found.attributions.some(({ author }) => author !== null);
  const shareOf = (has: (post: Post) => boolean) => posts.filter(has).length / group.length;
  const isSigned = shareOf(({ attribution: { author } }) => author !== null) >= MIN_SIGNED;
  const isDated = shareOf(({ attribution: { time } }) => time !== null) >= MIN_SIGNED;
  if (isNamed && isSigned && (isDated || isDeclared || isDialogue(posts)))
    return { posts, authorPlace: found.authorPlace };
  const spoken: Post[] = [];
  for (const post of posts) {
    const author = speakerOf(post.whole.element);
    if (author === null) return null;
    spoken.push({ ...post, attribution: { author, time: null } });
  }
  const people = new Set(spoken.map(({ attribution: { author } }) => author ?? ''));
  return isOfRoles(people, spoken) ? { posts: spoken, authorPlace: '' } : null;
}

const hasContent = (box: Box | undefined): boolean =>
  box !== undefined && box.letters + box.images > 0;

const hasWrittenAuthor = ({ whole, body }: Post): boolean =>
  writtenAuthor({ whole: whole.element, body: body.element }) !== null;

/**
 * True for a few people who speak by turns, whom the page names in attributes, or one of whom has the name
 * of a role. They need no times.
 */
function isDialogue(posts: readonly Post[]): boolean {
  const people = new Set(posts.map(({ attribution: { author } }) => author ?? ''));
  return isOfRoles(people, posts) || (isOfFew(people, posts) && posts.every(hasWrittenAuthor));
}

const isOfFew = (people: ReadonlySet<string>, posts: readonly Post[]): boolean =>
  people.size >= 2 && people.size <= Math.max(2, posts.length / 2);

const isOfRoles = (people: ReadonlySet<string>, posts: readonly Post[]): boolean =>
  isOfFew(people, posts) && !people.has('') && [...people].some(isRole);

const attributionOf = (whole: Box, body: Box): Attribution =>
  findAttributions([{ whole: whole.element, body: body.element }]).attributions[0] ?? NOBODY;
const NOBODY: Attribution = { author: null, time: null };

const TITLE_LINKS = 'h1 a,h2 a,h3 a,h4 a,:has(h2,h3,h4)';
/** The name of an author may be a heading, too. */
function hasTitleLink({ element }: Box): boolean {
  for (const link of element.querySelectorAll('a[href]')) {
    if (textLength(link) === 0 || isAuthorLink(link) || !link.matches(TITLE_LINKS)) continue;
    return !(link.getAttribute('href') ?? '').includes('#');
  }
  return false;
}

/** Blocks of a text, which are not looked into. */
const POST_BLOCK = /^(?:p|ul|ol|dl|pre|h\d|figure|blockquote|li|dd|dt)$/;
const MIN_TEXT_SHARE = 0.5;

/**
 * Finds the part of each box that holds its text. The boxes have the same template, so the place with
 * the most text in all of them is the place of the text in each, however short it is.
 */
function bodiesOf(group: readonly Box[]): readonly Box[] {
  let bodies: readonly (Box | null)[] = group;
  for (;;) {
    const next = largestPart(bodies);
    if (next === null) break;
    bodies = next;
  }
  // The first post of a thread may be of another template.
  return group.map((whole, at) => bodies[at] ?? proseOf(whole));
}

/** Returns the box at the same place in each, and null for those that do not have it. */
function largestPart(boxes: readonly (Box | null)[]): readonly (Box | null)[] | null {
  const parts = new Map<
    string,
    { total: number; isRepeated: boolean; readonly at: Map<number, Box> }
  >();
  boxes.forEach((box, at) => {
    const children = box?.children ?? [];
    const counts = new Map<string, number>();
    for (const child of children) {
      const key = partKey(child);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const child of children) {
      if (child.letters === 0) continue;
      const own = partKey(child);
      const key =
        counts.get(own) === 1 ? own : `${own}${child.element.getAttribute('class') ?? child.at}`;
      const part = parts.get(key) ?? { total: 0, isRepeated: false, at: new Map<number, Box>() };
      parts.set(key, part);
      part.total += child.letters - child.linkLetters / 2;
      part.isRepeated ||= part.at.has(at);
      part.at.set(at, child);
    }
  });
  let largest: { total: number; isRepeated: boolean; readonly at: Map<number, Box> } | null = null;
  for (const part of parts.values()) if (part.total > (largest?.total ?? 0)) largest = part;
  if (largest === null || largest.isRepeated) return null;
  const { at } = largest;
  const holders = boxes.filter((box, index): box is Box => box !== null && at.has(index));
  const total = sumOf(holders, ({ letters }) => letters);
  if (largest.total < total * MIN_TEXT_SHARE || at.size < boxes.length * MIN_SIGNED) return null;
  if (
    [...at.values()].some(
      ({ element }) => POST_BLOCK.test(element.localName) && element.getAttribute('class') === null,
    )
  )
    return null;
  return boxes.map((_, index) => at.get(index) ?? null);
}

const partKey = ({ element, at }: Box): string => {
  const { localName } = element;
  const column = localName === 'td' || localName === 'tr' ? at : '';
  return `${localName}.${firstClassOf(element).replace(/\d/g, '')}.${column}`;
};

const MIN_PROSE_SHARE_OF_POST = 0.8;

/** Returns the question, or the text that the posts reply to. */
function openingPost(root: Box, { whole: first, body: like }: Post): Post | null {
  let whole: Box | null = null;
  let around: Box | undefined = root;
  while (around !== undefined && whole === null) {
    whole =
      around.children.find(
        (child) => !isWithin(first, child) && child.prose >= first.start * MIN_PROSE_SHARE_OF_POST,
      ) ?? null;
    around = around.children.find((child) => isWithin(first, child) && child !== first);
  }
  if (whole === null || whole.order > first.order) return null;
  let body = proseOf(whole);
  // Its text is in a box like that of the replies, apart from comments on it.
  const key = like === first ? '.' : keyOfBox(like);
  walkBoxes(whole, (box) => {
    if (key.endsWith('.') || box.prose === 0 || keyOfBox(box) !== key) return true;
    body = box;
    return false;
  });
  const attribution = attributionOf(whole, body);
  return { whole, body, attribution, depth: 0 };
}

/** Places of the newest replies and of the reader's own name. */
const BESIDE = 'aside,nav,header,footer';

/** Returns a question that is shorter than prose, if its author and its text are like those of the replies. */
function shortOpening(root: Box, { whole: first, body: like }: Post, place: string): Post | null {
  const key = keyOfBox(like);
  if (like === first || key.endsWith('.')) return null;
  let around: Box | undefined = root;
  while (around !== undefined) {
    for (const whole of around.children) {
      if (whole.order >= first.order || isWithin(first, whole)) continue;
      if (whole.element.closest(BESIDE) !== null) continue;
      const body = hasAuthorAt(whole.element, place) ? boxOf(whole, key) : null;
      if (body !== null) return { whole, body, attribution: attributionOf(whole, body), depth: 0 };
    }
    around = around.children.find((child) => isWithin(first, child) && child !== first);
  }
  return null;
}

function boxOf(whole: Box, key: string): Box | null {
  let found: Box | null = null;
  walkBoxes(whole, (box) => {
    if (found === null && box.letters > 0 && keyOfBox(box) === key) found = box;
    return found === null;
  });
  return found;
}

/** Returns the innermost box with most of the prose of another. */
function proseOf(whole: Box): Box {
  let body = whole;
  for (;;) {
    const { prose } = body;
    const next = body.children.find(
      (child) => prose > 0 && child.prose >= prose * MIN_PROSE_SHARE_OF_POST,
    );
    if (next === undefined || POST_BLOCK.test(next.element.localName)) return body;
    body = next;
  }
}
