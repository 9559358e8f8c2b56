import { firstClassOf } from '../elements';
import { hasLetter, lineOf, textLength } from '../normal-text';
import { isRole, nameOfSpeaker } from './speakers';

/** The author and the time of a post, as the page shows them. */
export interface Attribution {
  readonly author: string | null;
  readonly time: { readonly text: string; readonly dateTime: string | null } | null;
}

interface PostElements {
  readonly whole: Element;
  readonly body: Element;
}

/** The attribution of each post, and the template of the elements that hold the authors. */
export interface Attributions {
  readonly attributions: readonly Attribution[];
  readonly authorPlace: string;
}

/** In UTF-16 code units. */
const MAX_AUTHOR_NAME_LENGTH = 50;
const MAX_TIME = 60;
const CLOCK_IN_ATTRIBUTION = /\d{1,2}[:.h時时]\s?\d{2}/;
/** Versions such as `1.39.0` and `v15.4.10` are no dates. */
const FULL_DATE =
  /(?<![\w.])(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d))(?!\d)|\d{4}年\d{1,2}月|\d{1,2}\D{1,14}(?:19|20)\d\d|(?:19|20)\d\d\D{1,14}\d{1,2}/;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const SOME_DATE = /(?:^|\D)(?:19|20)\d\d(?:\D|$)/;

/** Conventions in the names of classes and in addresses of people. */
const AUTHOR_NAME = /author|user(?!-?(?:title|rank|info))|creator|poster|nick|member(?!-?title)/i;
/** Names of attributes, such as `author`, `data-username` and `data-message-author-role`. */
const AUTHOR_ATTRIBUTE = /(?:author|username|sender|speaker|turn)(?:-name|-role)?$/;
/** Frameworks have such attributes for parts of a page, too. */
const ROLE_ATTRIBUTE = /^data-(?:role|from)$/;
const AUTHOR_ADDRESS =
  /\/(?:u|users?|members?|profiles?|people|authors?)\/|(?:^|[?&/])(?:member|user|profile)|\/@/i;
const ATTRIBUTION_CANDIDATES = 'a,b,strong,cite,span,abbr,h3,h4,h5,h6,dt,div,p,td,time,em,small';
const MAX_ATTRIBUTION_CANDIDATES = 60;
const MIN_SHARE_OF_POSTS = 0.7;

/** A short text of a post that may be its author or its time. */
interface Label {
  readonly element: Element;
  readonly text: string;
}

/**
 * Finds the author and the time of posts that were made by one template: short texts outside of the
 * body, which differ from post to post, or attributes.
 */
export function findAttributions(posts: readonly PostElements[]): Attributions {
  const places = new Map<string, Map<number, Label>>();
  const wholes = new Set(posts.map(({ whole }) => whole));
  posts.forEach(({ whole, body }, at) => {
    let seen = 0;
    // A short post without a name is not its own author.
    const all = textLength(whole);
    for (const element of whole.querySelectorAll(ATTRIBUTION_CANDIDATES)) {
      if (seen >= MAX_ATTRIBUTION_CANDIDATES) break;
      if (body !== whole && (body.contains(element) || element.contains(body))) continue;
      if (isInReply(element, whole, wholes)) continue;
      const text = lineOf(element);
      if (text === '' || text.length > MAX_TIME || textLength(element) === all) continue;
      seen += 1;
      const place = placeInPost(element, whole);
      const labels = places.get(place) ?? new Map<number, Label>();
      places.set(place, labels);
      if (!labels.has(at)) labels.set(at, { element, text });
    }
  });
  const enough = posts.length * MIN_SHARE_OF_POSTS;
  const common = [...places.values()].filter(({ size }) => size >= enough);
  const times = best(common, timeWorth);
  const authors = best(common, (labels) => authorWorth(labels, times));
  const attributions = posts.map((post, at) => ({
    author: nameOfSpeaker(authors?.get(at)?.text ?? '') || writtenAuthor(post),
    time: timeOf(times?.get(at) ?? markedTime(post)) ?? writtenTime(post),
  }));
  const first = authors?.values().next().value;
  return { attributions, authorPlace: first === undefined ? '' : templateOf(first.element) };
}

/** The value of an attribute of the text of a post, or of an element around it in the post; or null. */
function attributeOf(
  { whole, body }: PostElements,
  has: (attribute: Attr) => boolean,
): string | null {
  const found = [...body.attributes].find(has);
  if (found !== undefined) return found.value;
  const around = body === whole ? null : body.parentElement;
  return around === null ? null : attributeOf({ whole, body: around }, has);
}

/** The author of a post if the page writes it as an attribute. */
export const writtenAuthor = (post: PostElements): string | null =>
  attributeOf(
    post,
    ({ name, value }) =>
      (AUTHOR_ATTRIBUTE.test(name) || (ROLE_ATTRIBUTE.test(name) && isRole(value))) &&
      value.length <= MAX_AUTHOR_NAME_LENGTH &&
      hasLetter(value),
  );

function writtenTime(post: PostElements): Attribution['time'] {
  const dateTime = attributeOf(post, ({ value }) => ISO_TIME.test(value));
  return dateTime === null ? null : { text: dateTime.slice(0, DAY_LENGTH), dateTime };
}

/** In UTF-16 code units of an ISO time. */
const DAY_LENGTH = 10;

/** True for an element of a reply that stands inside of the post that it replies to. */
function isInReply(element: Element, whole: Element, wholes: ReadonlySet<Element>): boolean {
  for (let box = element; box !== whole && box.parentElement !== null; box = box.parentElement) {
    if (wholes.has(box)) return true;
  }
  return false;
}

/** True if `opening` names its author in an element of the same template as the replies do. */
export const hasAuthorAt = (opening: Element, place: string): boolean =>
  CLASSED.test(place) &&
  [...opening.querySelectorAll(place.split('.', 1)[0] ?? '')].some(
    (element) => templateOf(element) === place,
  );

/** The template of an element that has a class. */
const CLASSED = /^[a-z][a-z0-9-]*\.[^.]/;

/** The first post often has its time in another place than the others. */
function markedTime({ whole, body }: PostElements): Label | undefined {
  for (const element of whole.querySelectorAll('time')) {
    const text = lineOf(element);
    if (text !== '' && text.length <= MAX_TIME && !body.contains(element)) return { element, text };
  }
  return undefined;
}

function timeOf(label: Label | undefined): Attribution['time'] {
  if (label === undefined) return null;
  const marked = label.element.matches('time')
    ? label.element
    : label.element.querySelector('time');
  const title = label.element.getAttribute('title') ?? '';
  const written = ISO_TIME.test(title) ? title : null;
  return { text: label.text, dateTime: marked?.getAttribute('datetime') ?? written };
}

/** The names of an element, or of the box around one without a class, are the same in each post. */
function placeInPost(element: Element, whole: Element): string {
  const { parentElement } = element;
  const own = templateOf(element);
  if (CLASSED.test(own)) return own;
  const parent = parentElement === null || parentElement === whole ? '' : templateOf(parentElement);
  return `${parent}>${own}`;
}

const templateOf = (element: Element): string =>
  `${element.localName}.${firstClassOf(element).replace(/\d/g, '')}.${element.getAttribute('itemprop') ?? ''}`;

type Labels = ReadonlyMap<number, Label>;

/** Returns the innermost or first of those with the highest worth above 0. */
function best(places: readonly Labels[], worth: (labels: Labels) => number): Labels | null {
  let most = 0;
  let found: Labels | null = null;
  for (const labels of places) {
    const value = worth(labels);
    if (value > most || (value === most && isInside(labels, found))) {
      most = value;
      found = labels;
    }
  }
  return found;
}

function isInside(labels: Labels, outer: Labels | null): boolean {
  return [...labels].some(
    ([at, { element }]) => outer?.get(at)?.element.contains(element) === true,
  );
}

const shareOf = (labels: Labels, has: (label: Label) => boolean): number =>
  [...labels.values()].filter(has).length / labels.size;

function timeWorth(labels: Labels): number {
  const isMostly = (has: (label: Label) => boolean) => shareOf(labels, has) >= MIN_SHARE_OF_POSTS;
  const isMarked = isMostly(
    ({ element }) =>
      element.localName === 'time' || /date/i.test(element.getAttribute('itemprop') ?? ''),
  );
  if (isMarked) return 10;
  // The text may be a number of hours.
  if (isMostly(({ element }) => FULL_DATE.test(element.getAttribute('title') ?? ''))) return 8;
  if (isMostly(({ text }) => FULL_DATE.test(text) && CLOCK_IN_ATTRIBUTION.test(text))) return 6;
  if (isMostly(({ element, text }) => FULL_DATE.test(text) && element.localName !== 'p')) return 4;
  return isMostly(({ text }) => SOME_DATE.test(text)) ? 1 : 0;
}

function authorWorth(labels: Labels, times: Labels | null): number {
  const label = [...labels.values()][0];
  if (label === undefined || labels === times) return 0;
  const isName = ({ text }: Label) =>
    text.length <= MAX_AUTHOR_NAME_LENGTH &&
    hasLetter(text) &&
    !CLOCK_IN_ATTRIBUTION.test(text) &&
    !SOME_DATE.test(text);
  if (shareOf(labels, isName) < MIN_SHARE_OF_POSTS) return 0;
  const { element } = label;
  const link = element.closest('a[href]');
  const isNamed = isAuthorName(element) || (link !== null && isAuthorLink(link));
  const texts = new Set([...labels.values()].map(({ text }) => text));
  // The name of a section leads to the section.
  if (!isNamed && /^#/.test(link?.getAttribute('href') ?? '')) return 0;
  // A label such as `Reply` is the same in each post.
  if (!isNamed && (texts.size < 2 || texts.size < labels.size / 4)) return 0;
  const isLeaf = element.firstElementChild === null;
  return (
    (isNamed ? 4 : 0) +
    (link === null ? 0 : 2) +
    (isLeaf ? 1 : 0.5) +
    (isMarkedAuthor(element) ? 4 : 0)
  );
}

const isAuthorName = (element: Element): boolean =>
  ['class', 'itemprop', 'rel'].some((name) => AUTHOR_NAME.test(element.getAttribute(name) ?? ''));

/** True for a link that leads to a person or is named for one. */
export const isAuthorLink = (link: Element): boolean =>
  AUTHOR_ADDRESS.test(link.getAttribute('href') ?? '') || isAuthorName(link);

const isMarkedAuthor = (element: Element): boolean =>
  element.closest('[itemprop~="author"],[rel~="author"]') !== null;
