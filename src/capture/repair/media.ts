import { absoluteImageUrl, absolutePageUrl } from '../addresses';
import { isBeacon } from '../beacons';
import { isAdvertisement } from '../clean/named-boxes';
import { isSmallerThan } from '../elements';
import { lineOf } from '../normal-text';
import type { RepairContext, RepairTools } from './repair-context';
import { type Embed, embedAt } from './video-hosts';

/** In characters. A longer address is truncated. */
const MAX_MEDIA_LABEL_LENGTH = 80;

/**
 * Replaces players of other sites, `<video>` and `<audio>` by a link with the poster, if there is
 * one. The reader plays nothing and loads nothing.
 */
export function repairMedia(context: RepairTools): void {
  const { root, find, baseUrl } = context;
  const pages = new Set<string>();
  for (const frame of find('iframe', 'embed', 'object', 'lite-youtube', 'amp-youtube')) {
    const embed = playerIn(frame, baseUrl) ?? pageIn(frame, baseUrl, pages);
    if (embed !== null) replaceByLink(frame, embed, context);
  }
  for (const frame of root.querySelectorAll('[src][title]')) {
    const embed = SCRIPTED_FRAME.test(frame.localName) ? pageIn(frame, baseUrl, pages) : null;
    if (embed !== null) replaceByLink(frame, embed, context);
  }
  for (const script of find('script')) {
    const url = pageOfScript(script, baseUrl);
    // A script that has run has left a link or a frame.
    const isNew = url !== null && root.querySelector(`a[href^="${url}"]`) === null;
    if (isNew) replaceByLink(script, { url, posterUrl: null, kind: 'page' }, context);
  }
  for (const media of find('video', 'audio')) {
    const embed = mediaIn(media, context);
    if (embed !== null) replaceByLink(media, embed, context);
  }
}

function playerIn(frame: Element, baseUrl: string): Embed | null {
  const youTube = frame.getAttribute('videoid') ?? frame.getAttribute('data-videoid');
  if (youTube !== null && frame.localName.endsWith('-youtube')) {
    return embedAt(`https://www.youtube.com/embed/${encodeURIComponent(youTube)}`);
  }
  for (const url of frameAddressesOf(frame, baseUrl)) {
    const embed = embedAt(url);
    if (embed !== null) return embed;
  }
  return null;
}

const frameAddressesOf = (frame: Element, baseUrl: string): readonly string[] =>
  ['src', 'data-src', 'data-lazy-src', 'data']
    .map((name) => frame.getAttribute(name))
    .map((address) => (address === null ? null : absolutePageUrl(address, baseUrl)))
    .filter((url) => url !== null);

const MAP = /\bmaps?\b/;
/** Words for what is no content of a page, in the names, titles and addresses of frames. */
const UNWANTED_EMBED =
  /(?:^|[\W_])(?:ads?|adv[a-z]+|sponsor[a-z]*|consent|cookies?|[a-z]*captcha|track[a-z]*|comments?|disqus|newsletter|sign-?up|subscri[a-z]+|chat|button|plugin|wp-embedded)(?:$|[\W_])/i;
/** In px. */
const MIN_MEDIA_SIDE = 90;
/** The name of an element of a script, except for those with pictures. */
const SCRIPTED_FRAME = /-(?!im|anim)/;
/** The source of a chart is often the start page of its site. */
const HAS_PATH = /\/\/.+\/./;

/**
 * A map, a chart or another page in a frame that has a title or a caption. `pages` has those that were
 * found before.
 */
function pageIn(frame: Element, baseUrl: string, pages: Set<string>): Link | null {
  const [url] = frameAddressesOf(frame, baseUrl);
  const label = labelOf(frame);
  if (url === undefined || pages.has(url)) return null;
  if (label === null && !hasCaption(frame) && !MAP.test(url)) return null;
  // The page may have a link to it, which a script replaces.
  const link = frame.previousElementSibling?.querySelector('a')?.getAttribute('href');
  if (link && HAS_PATH.test(link) && url.startsWith(link)) return null;
  const names = `${label} ${frame.getAttribute('class')} ${frame.id} ${url}`;
  const isContent =
    !UNWANTED_EMBED.test(names) &&
    !isBeacon(frame) &&
    !isSmallerThan(MIN_MEDIA_SIDE, frame) &&
    frame.querySelector('img') === null &&
    frame.closest('[hidden],[aria-hidden="true"]') === null;
  if (!isContent) return null;
  pages.add(url);
  return { url, posterUrl: null, kind: 'page' };
}

/** In UTF-16 code units. A longer caption is about its subject, also with a word of advertisements. */
const MAX_MARK = 30;

/** True for a frame in a figure with a caption that is no mark of an advertisement. */
function hasCaption(frame: Element): boolean {
  const caption = frame.closest('figure')?.querySelector('figcaption');
  const words = caption ? lineOf(caption) : '';
  return (
    words !== '' &&
    !isAdvertisement(words) &&
    (words.length > MAX_MARK || !UNWANTED_EMBED.test(words))
  );
}

/**
 * The address of a script of another site that shows one thing, with its number or name: `…/a/14.js`,
 * `…/AbC12/embed.js`. Parts of programs have numbers too, in deeper folders.
 */
const OF_ONE =
  /^((?:https?:)?\/\/[^/]+\/(?:(?![^/]*js)[^/]+\/(?:\d+|[\da-f]{20,})|[a-z]*[A-Z\d]\w*(?=\/embed)))(?:\/embed)?\.js(?:\?|$)/;

/** The page of what a script amid the text shows; null for other scripts. */
function pageOfScript(script: Element, baseUrl: string): string | null {
  const src = script.getAttribute('src') ?? '';
  if (script.closest('aside,footer,head,body>script')) return null;
  const shown = /\/embed\.js$/.test(src) && script.parentElement?.getAttribute('data-src');
  const address = shown ? `/${shown}` : OF_ONE.exec(src)?.[1];
  const page = address === undefined ? null : absolutePageUrl(address, shown ? src : baseUrl);
  return page === null || UNWANTED_EMBED.test(page) ? null : page;
}

/** The sanitiser removes the kind of a page. */
type Link = Omit<Embed, 'kind'> & { readonly kind: Embed['kind'] | 'page' };

function mediaIn(media: Element, { baseUrl, pageUrl }: RepairContext): Embed | null {
  const sources = [media, ...media.querySelectorAll('source')];
  const addresses = sources.flatMap((source) => [
    source.getAttribute('src') ?? '',
    source.getAttribute('data-src') ?? '',
  ]);
  const urls = addresses.filter((address) => address !== '');
  // The address of a stream that a script feeds is valid in this tab only, so the link leads to the
  // page.
  const url = urls
    .map((address) => absolutePageUrl(address, baseUrl))
    .find((found) => found !== null);
  const poster = absoluteImageUrl(media.getAttribute('poster') ?? '', baseUrl);
  const posterUrl = poster === null || poster === baseUrl ? null : poster;
  if (url == null && posterUrl === null) return null;
  return { url: url ?? pageUrl, posterUrl, kind: media.localName === 'audio' ? 'audio' : 'video' };
}

function replaceByLink(element: Element, embed: Link, { document }: RepairTools): void {
  const place = outermostWrapper(element);
  const label = labelOf(element);
  const link = document.createElement('a');
  link.setAttribute('href', embed.url);
  link.setAttribute('data-embed', embed.kind);
  if (embed.posterUrl === null) {
    link.textContent = label ?? readableAddress(embed.url);
  } else {
    const poster = document.createElement('img');
    poster.setAttribute('src', embed.posterUrl);
    poster.setAttribute('alt', label ?? readableAddress(embed.url));
    link.append(poster);
  }
  if (place.closest('figure') !== null) {
    place.replaceWith(link);
    return;
  }
  const figure = document.createElement('figure');
  figure.append(link);
  if (label !== null && embed.posterUrl !== null) {
    const caption = document.createElement('figcaption');
    caption.textContent = label;
    figure.append(caption);
  }
  place.replaceWith(figure);
}

/**
 * Includes elements that only give the player its shape. Readability would take them for empty or
 * for full of links.
 */
function outermostWrapper(element: Element): Element {
  let place = element;
  for (let parent = place.parentElement; parent !== null; parent = parent.parentElement) {
    const isBox = ['div', 'span', 'p', 'center'].includes(parent.localName);
    const isAlone = parent.firstElementChild === parent.lastElementChild && ownText(parent) === '';
    if (!isBox || !isAlone) break;
    place = parent;
  }
  return place;
}

const ownText = (element: Element): string =>
  [...element.childNodes]
    .map((node) => (node.nodeType === 3 ? node.textContent : ''))
    .join('')
    .trim();

function labelOf(element: Element): string | null {
  for (const name of ['title', 'aria-label', 'playlabel', 'data-title']) {
    const label = element.getAttribute(name)?.trim();
    if (label) return label;
  }
  return null;
}

function readableAddress(address: string): string {
  const { hostname, pathname, search } = new URL(address);
  const readable = `${hostname.replace(/^www\./, '')}${pathname}${search}`;
  return readable.length > MAX_MEDIA_LABEL_LENGTH
    ? `${readable.slice(0, MAX_MEDIA_LABEL_LENGTH - 1)}…`
    : readable;
}
