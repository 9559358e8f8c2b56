import { type Box, isWithin, walkBoxes } from '../clean/boxes';
import { keyOfBox } from './survey';

/** Fewer boxes in each other are a coincidence. */
const MIN_NODES = 3;
/** Each tree takes time for the whole page. */
const MAX_TREES = 20;

/**
 * Returns the groups of boxes of one template of which some stand inside of others, as the replies to
 * a post do, each in reading order and without the replies in it.
 */
export function treesIn(root: Box): readonly (readonly Box[])[] {
  const byKey = new Map<string, Box[]>();
  const nested = new Set<string>();
  const outermost = new Map<string, Box>();
  walkBoxes(root, (box) => {
    const key = keyOfBox(box);
    if (box.letters === 0 || key.endsWith('.')) return true;
    const outer = outermost.get(key);
    if (outer !== undefined && isWithin(box, outer)) nested.add(key);
    else outermost.set(key, box);
    const boxes = byKey.get(key);
    if (boxes === undefined) byKey.set(key, [box]);
    else boxes.push(box);
    return true;
  });
  const trees = [...byKey].filter(([key, boxes]) => nested.has(key) && boxes.length >= MIN_NODES);
  return trees
    .slice(0, MAX_TREES)
    .map(([key, boxes]) => boxes.map((box) => withoutReplies(box, key)));
}

/** Returns a box as it is without the boxes of the same template in it. */
function withoutReplies(box: Box, key: string): Box {
  let { letters, linkLetters, prose, images } = box;
  const children = box.children.flatMap((child) => {
    const own = keyOfBox(child) === key ? null : withoutReplies(child, key);
    letters -= child.letters - (own?.letters ?? 0);
    linkLetters -= child.linkLetters - (own?.linkLetters ?? 0);
    prose -= child.prose - (own?.prose ?? 0);
    images -= child.images - (own?.images ?? 0);
    return own === null ? [] : [own];
  });
  return { ...box, children, letters, linkLetters, prose, images };
}

const LEVEL = ['data-depth', 'depth', 'data-level', 'aria-level', 'indent'];
const LEVEL_ATTRIBUTES = LEVEL.map((name) => `[${name}]`).join(',');
const INDENTED = '[style*="margin-left"],[style*="padding-left"],[style*="margin-inline-start"]';
const INDENT = /(?:margin|padding)-(?:left|inline-start):\s*([\d.]+)/;
/** An image that holds a place has a height of 1 px. */
const SPACER = 'img[width][height="0"],img[width][height="1"]';

/**
 * Returns how deep each post is in the tree of replies, from 0: by the posts around it, or by the level
 * or the indentation that the page writes beside each. A reply is one level deeper than another post.
 */
export function depthsOf(posts: readonly Element[]): readonly number[] {
  const all = new Set(posts);
  const steps = posts.map((post) => outerPosts(post, all));
  const written = steps.some((depth) => depth > 0) ? steps : posts.map(writtenDepth);
  const depths: number[] = [];
  const open: number[] = [];
  for (const value of written) {
    while (open.length > 0 && (open.at(-1) ?? 0) >= value) open.pop();
    depths.push(open.length);
    open.push(value);
  }
  return depths;
}

function outerPosts(post: Element, all: ReadonlySet<Element>): number {
  let count = 0;
  for (let box = post.parentElement; box !== null; box = box.parentElement) {
    if (all.has(box)) count += 1;
  }
  return count;
}

function writtenDepth(post: Element): number {
  const marked = post.matches(LEVEL_ATTRIBUTES) ? post : post.querySelector(LEVEL_ATTRIBUTES);
  const level = LEVEL.map((name) => marked?.getAttribute(name)).find((value) => value);
  if (level) return Number.parseFloat(level) || 0;
  const indented = post.matches(INDENTED) ? post : post.querySelector(INDENTED);
  const indent = INDENT.exec(indented?.getAttribute('style') ?? '')?.[1];
  if (indent !== undefined) return Number.parseFloat(indent);
  return Number.parseFloat(post.querySelector(SPACER)?.getAttribute('width') ?? '') || 0;
}
