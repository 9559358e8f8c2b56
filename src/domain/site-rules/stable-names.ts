import { unicodeExpression } from '../unicode-expression';

/** In UTF-16 code units. A longer name is generated. */
const MAX_STABLE_NAME_LENGTH = 60;

/** States of an element, and names that a site gives to one page only. */
const STATE =
  /^(?:is|has|js|no|state)-|^(?:active|current|open|opened|closed|collapsed|expanded|hidden|visible|show|shown|loaded|loading|lazy\w*|selected|sticky|fixed|even|odd|first|last)$/i;
const OF_ONE_PAGE = /^(?:tag|category|cat|author|format|status|type|topic|section)-/i;

const CHANGES_OF_CASE = /[a-z][A-Z]/g;
const CONSONANTS = /[bcdfghjklmnpqrstvwxz]{5}/i;
/**
 * True for letters of all scripts, `-` and `_`, which need no escape in a selector. Almost all names have
 * ASCII letters only.
 */
const isPlain = (name: string): boolean =>
  /^[A-Za-z_-]+$/.test(name) || (/[^\0-\x7f]/.test(name) && letters().test(name));
const letters = unicodeExpression('^[\\p{L}\\p{M}_-]+$');

/**
 * True if a class, an id or another name of an element is likely to be the same on other pages of its
 * site and at another time: it is no state, has no digit and does not look generated.
 */
export function isStableName(name: string): boolean {
  if (name.length < 2 || name.length > MAX_STABLE_NAME_LENGTH || !isPlain(name)) return false;
  if (STATE.test(name) || OF_ONE_PAGE.test(name)) return false;
  return !name.split(/[_-]+/).some(looksGenerated);
}

/** In letters. Words that contain several capitals are longer. */
const LONG_WORD = 16;

function looksGenerated(part: string): boolean {
  if (CONSONANTS.test(part)) return true;
  const changes = part.match(CHANGES_OF_CASE)?.length ?? 0;
  return changes >= 2 && part.length < LONG_WORD && part.length / changes < 4;
}
