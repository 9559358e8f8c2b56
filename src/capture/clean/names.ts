/**
 * Conventions in the names of classes and ids. They are in English on sites of all languages, because
 * they come from frameworks. A name is never enough to remove a text: each stage also looks at its
 * structure.
 */
const NAMES = {
  share: / (?:shares?|sharing|sharedaddy|socials?|addtoany|addthis|follow|likes) /,
  newsletter:
    / (?:newsletters?|subscribe|subscription|sign ?up|singup|opt ?in|mailmunch|mailchimp) /,
  related:
    / (?:related|relatedposts\w*|recommend(?:ed|ations?)?|read ?more|more (?:on|from)|also|most read|popular|trending|teasers?|promos?|outbrain|taboola|zergnet|yarpp|next story|sidebar) /,
  author: / (?:authors?|authorbox|byline|by line|bio|contributors?) /,
  tags: / (?:tags?|tagged|taglist|topics?|keywords|labels?|categories|filed under|taxonomy) /,
  comments: / (?:comments?|disqus|replies|respond|discussion) /,
  details:
    / (?:meta|date(?:s|line|time)?|published|time ?stamp|posted|updated|read(?:ing)? time|post ?info|entry info|info ?box|credits?|source) /,
  ads: / (?:ads?|advert(?:s|isement|ising)?|sponsor(?:s|ed)?|adsbygoogle|affiliate) /,
  navigation:
    / (?:breadcrumbs?|pagination|pager|nav(?:bar|igation)?|menu|skip|(?:sub|top)nav|tabs) /,
  tools:
    / (?:tools?|toolbar|print|reprints?|actions|rating|ratings|feedback|controls?|buttons?|correction|error|count(?:er)?|placeholder|toggle|overlay|homepage) /,
};

export type NameKind = keyof typeof NAMES;
const KINDS = Object.keys(NAMES) as NameKind[]; // The keys are those of NAMES.

/** True if the names of a box contain a word of that kind. */
export const isNamed = (names: string, kind: NameKind): boolean =>
  names !== '' && NAMES[kind].test(names);

/** Returns the kind of the first word that names have; undefined if they have none. */
export const kindOfNames = (names: string): NameKind | undefined =>
  KINDS.find((kind) => isNamed(names, kind));

const CAPTION = / (?:captions?|caption text|legend|image meta) /;
const PICTURE = / (?:image|images|img|photo|photos|picture|pic|media|gallery|figure|slideshow) /;

export const isCaptionName = (names: string): boolean => names !== '' && CAPTION.test(names);
export const isPictureName = (names: string): boolean => names !== '' && PICTURE.test(names);

const MAX_LENGTH = 400;

/** Separates the words of names such as `relatedLinks`, `share_bar` and `entry-content`. */
export function namesOf(element: Element): string {
  const names = `${element.getAttribute('class') ?? ''} ${element.id}`.slice(0, MAX_LENGTH);
  if (names === ' ') return '';
  const words = names
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    // Generated names, such as `ad3f`, are no words.
    .replace(/\b[a-z]{0,2}\d\w*/gi, ' ')
    .replace(/[^A-Za-z]+/g, ' ')
    .toLowerCase();
  return ` ${words.trim()} `;
}

/** Names of boxes around articles that may contain sentences. */
export const NAMES_OF_FRAMES =
  / (?:author|bio|related|recommended|comments?|respond|sidebar|footer|newsletters?|subscribe|widget|promo|teasers?|popular|copyright|disclaimer|cookie|cookies|consent|banner|paywall|login) /;
