import { NAMES_MARK } from '../elements';

const CAPTION = / (?:captions?|caption text|legend|image meta) /;
const PICTURE = / (?:image|images|img|photo|photos|picture|pic|media|gallery|figure|slideshow) /;

export const isCaptionName = (names: string): boolean => names !== '' && CAPTION.test(names);
export const isPictureName = (names: string): boolean => names !== '' && PICTURE.test(names);

const MAX_BOX_NAMES_LENGTH = 400;

/** Separates the words of names such as `relatedLinks`, `share_bar` and `entry-content`. */
export function namesOf(element: Element): string {
  const of = (name: string) => element.getAttribute(name) ?? '';
  let names = `${of('class')} ${of(NAMES_MARK)} ${element.id}`.slice(0, MAX_BOX_NAMES_LENGTH);
  if (names.trim() === '') return '';
  // Most names have neither, and looking for one character is faster.
  if (/[A-Z]/.test(names)) names = names.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  // Generated names, such as `ad3f`, are no words.
  if (/\d/.test(names)) names = names.replace(/\b[a-z]{0,2}\d\w*/g, ' ');
  return ` ${names.replace(/[^a-z]+/g, ' ').trim()} `;
}

/** Names of boxes around articles that may contain sentences. */
export const NAMES_OF_FRAMES =
  / (?:author|bio|related|recommended|comments?|respond|sidebar|footer|newsletters?|subscribe|widget|promo|teasers?|popular|copyright|disclaimer|cookie|cookies|consent|banner|paywall|login) /;
