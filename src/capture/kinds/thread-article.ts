import type { Box } from '../clean/boxes';
import { isSmallerThan } from '../elements';
import { lineOf } from '../normal-text';
import type { Post } from './posts';

/** The parts of each post that readers of a thread do not want to see. */
const UNWANTED_IN_POST = [
  'button,input,select,textarea',
  '[class*="avatar" i]',
  '[class*="sig" i]:not([class*="design" i])',
].join(',');

/** In px. Smaller images are portraits, badges and smileys. */
const MIN_IMAGE = 120;
const PORTRAIT = /avatar|emoji|smil|icon|logo|badge|rank|profile|userpic/i;

/**
 * Makes an article of a thread: each post with a line of its author and time before it, in the order of
 * the page, and replies to replies in lists below them. A single post has no such line, because the
 * header of the article says the same. Moves the posts out of their page.
 */
export function threadArticle(document: Document, posts: readonly Post[]): Element {
  const article = document.createElement('div');
  // The text of a post must not hold those that reply to it.
  const wholes = new Set(posts.map(({ whole }) => whole.element));
  for (const { whole } of posts)
    if (isIn(wholes, whole.element.parentElement)) whole.element.remove();
  const open: Element[] = [article];
  for (const post of posts) {
    const parts = postParts(document, post, posts.length > 1);
    while (open.length > post.depth + 1) open.pop();
    const around = open.at(-1) ?? article;
    if (post.depth === 0) {
      if (around.firstElementChild !== null) around.append(document.createElement('hr'));
      around.append(...parts);
      open.push(article);
      continue;
    }
    const item = document.createElement('li');
    item.append(...parts);
    listIn(document, around).append(item);
    open.push(item);
  }
  return article;
}

const isIn = (boxes: ReadonlySet<Element>, element: Element | null): boolean =>
  element !== null && (boxes.has(element) || isIn(boxes, element.parentElement));

function listIn(document: Document, box: Element): Element {
  const last = box.lastElementChild;
  if (last?.hasAttribute('data-replies')) return last;
  const list = document.createElement('ul');
  list.setAttribute('data-replies', '');
  box.append(list);
  return list;
}

function postParts(document: Document, post: Post, isSigned: boolean): readonly Element[] {
  const images = imagesBeside(post);
  const line = isSigned ? signLine(document, post) : null;
  return [...(line === null ? [] : [line]), postBodyOf(document, post.body), ...images];
}

/** Returns the posts that the author of the first one wrote, without the replies of others. */
export function ownPosts(posts: readonly Post[]): readonly Post[] {
  const author = posts[0]?.attribution.author ?? null;
  if (author === null) return posts;
  return posts.filter(({ attribution }) => attribution.author === author);
}

function signLine(document: Document, post: Post): Element | null {
  const { author, time } = post.attribution;
  if (author === null && time === null) return null;
  const line = document.createElement('p');
  if (author !== null) {
    const name = document.createElement('strong');
    name.textContent = author;
    line.append(name);
  }
  const mark = acceptedMark(post);
  if (mark !== null) line.append(` ✓${mark && ` ${mark}`}`);
  if (time === null) return line;
  if (line.childNodes.length > 0) line.append(' · ');
  const shown = document.createElement('time');
  if (time.dateTime !== null) shown.setAttribute('datetime', time.dateTime);
  shown.textContent = time.text;
  line.append(shown);
  return line;
}

const ACCEPTED_BOX =
  '[itemprop~="acceptedAnswer"],[class*="accepted-answer" i],[class*="acceptedAnswer"],[class~="accepted"],[class*="best-answer" i],[class*="bestanswer" i]';
const ACCEPTED_LABEL =
  '[class*="accept" i],[class*="best-answer" i],[class*="bestanswer" i],[class*="solution" i],[class*="solved" i]';
/** In UTF-16 code units. */
const MAX_POST_LABEL_LENGTH = 40;

/** The words with which the page marks the accepted answer, possibly none; null for other posts. */
function acceptedMark({ whole: { element }, body }: Post): string | null {
  if (!element.matches(ACCEPTED_BOX)) return null;
  for (const label of element.querySelectorAll(ACCEPTED_LABEL)) {
    const text = lineOf(label);
    const isLabel =
      text !== '' && text.length <= MAX_POST_LABEL_LENGTH && !label.contains(body.element);
    if (isLabel && !body.element.contains(label)) return text;
  }
  return '';
}

function postBodyOf(document: Document, { element }: Box): Element {
  for (const unwanted of element.querySelectorAll(UNWANTED_IN_POST)) unwanted.remove();
  // Forms that do not ask for anything only hold the text. The sanitiser removes the others.
  for (const form of element.querySelectorAll('form')) form.replaceWith(...form.childNodes);
  for (const image of element.querySelectorAll('img')) if (isPortrait(image)) image.remove();
  const section = document.createElement('section');
  for (const name of ['lang', 'dir']) {
    const value = element.getAttribute(name);
    if (value !== null) section.setAttribute(name, value);
  }
  section.append(...element.childNodes);
  return section;
}

/** The pictures of a post that are beside its text. */
function imagesBeside({ whole, body, attribution: { author } }: Post): readonly Element[] {
  return [...whole.element.querySelectorAll('img[src],a[data-embed]')].flatMap((image) => {
    if (body.element.contains(image) || isPortrait(image)) return [];
    const link = image.closest('a[href]');
    if (link !== null && author !== null && lineOf(link).includes(author)) return [];
    return [image.closest('figure') ?? image];
  });
}

function isPortrait(image: Element): boolean {
  if (image.localName !== 'img') return false;
  if (isSmallerThan(MIN_IMAGE, image)) return true;
  const names = ['class', 'src', 'alt'].map((name) => image.getAttribute(name) ?? '').join(' ');
  return PORTRAIT.test(names);
}
