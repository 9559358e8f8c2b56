import type { Box } from '../clean/boxes';
import { lineOf } from '../normal-text';
import type { Post, Thread } from './posts';

/** The parts of each post that readers of a thread do not want to see. */
const UNWANTED = [
  'button,form,input,select,textarea',
  '[class*="signature" i]',
  '[class*="avatar" i]',
  '[class*="sig" i]:not([class*="design" i])',
].join(',');

/** In px. Smaller images are portraits, badges and smileys. */
const MIN_IMAGE = 120;
const PORTRAIT = /avatar|emoji|smil|icon|logo|badge|rank|profile|userpic/i;

/**
 * Makes an article of a thread: each post with a line of its author and time before it, in the order of
 * the page. Moves the posts out of their page.
 */
export function threadArticle(document: Document, { posts }: Thread): Element {
  const article = document.createElement('div');
  for (const [at, post] of posts.entries()) {
    const images = imagesBeside(post);
    if (at > 0) article.append(document.createElement('hr'));
    const line = signLine(document, post);
    if (line !== null) article.append(line);
    article.append(bodyOf(document, post.body), ...images);
  }
  return article;
}

/** Returns the posts that the author of the first one wrote, without the replies of others. */
export function ownPosts({ posts }: Thread): Thread {
  const author = posts[0]?.signs.author ?? null;
  return author === null
    ? { posts }
    : { posts: posts.filter(({ signs }) => signs.author === author) };
}

function signLine(document: Document, { whole, signs: { author, time } }: Post): Element | null {
  if (author === null && time === null) return null;
  const line = document.createElement('p');
  if (author !== null) {
    const name = document.createElement('strong');
    name.textContent = author;
    line.append(name);
  }
  if (whole.element.matches('[itemprop~="acceptedAnswer"]')) line.append(' ✓');
  if (time === null) return line;
  if (author !== null) line.append(' · ');
  const shown = document.createElement('time');
  if (time.dateTime !== null) shown.setAttribute('datetime', time.dateTime);
  shown.textContent = time.text;
  line.append(shown);
  return line;
}

function bodyOf(document: Document, { element }: Box): Element {
  for (const unwanted of element.querySelectorAll(UNWANTED)) unwanted.remove();
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
function imagesBeside({ whole, body, signs: { author } }: Post): readonly Element[] {
  return [...whole.element.querySelectorAll('img[src],a[data-embed]')].flatMap((image) => {
    if (body.element.contains(image) || isPortrait(image)) return [];
    const link = image.closest('a[href]');
    if (link !== null && author !== null && lineOf(link).includes(author)) return [];
    return [image.closest('figure') ?? image];
  });
}

function isPortrait(image: Element): boolean {
  if (image.localName !== 'img') return false;
  const sizes = ['width', 'height'].map((name) =>
    Number.parseFloat(image.getAttribute(name) ?? ''),
  );
  if (sizes.some((size) => size < MIN_IMAGE)) return true;
  const names = ['class', 'src', 'alt'].map((name) => image.getAttribute(name) ?? '').join(' ');
  return PORTRAIT.test(names);
}
