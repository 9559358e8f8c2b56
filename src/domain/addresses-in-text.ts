import { unicodeExpression } from './unicode-expression';
import { isWebAddress } from './web-address';

/** A web address in a text. */
export interface FoundAddress {
  readonly url: string;
  /** Where it is in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Matches the signs that end an address: blanks, brackets of markup, quotes, dots for words that were left
 * out, arrows, invisible marks, and the marks of sentences and the brackets of other scripts, which have no
 * blanks beside them. Browsers encode those beyond ASCII in the addresses that they copy.
 */
export const afterAddress = unicodeExpression(
  '[\\s<>"“”„«»‹›…～\\u2190-\\u21FF\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2069]|(?![\\0-\\x7F])[\\p{Term}\\p{Ps}\\p{Pe}]',
);
/** Matches an address up to such a sign. Its host may be in brackets. Longer ones are no addresses. */
const written = unicodeExpression(
  'https?://(?:\\[[\\da-f:.]{2,45}\\])?(?:[!#-;=?-~]|(?![“”„«»‹›…～\\u2190-\\u21FF\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2069\\p{Term}\\p{Ps}\\p{Pe}])[^\\0-\\x7F\\s]){1,8000}',
  'giu',
);

/** Finds the web addresses of a text in their order. */
export function* addressesIn(text: string): Generator<FoundAddress> {
  for (const { 0: found, index } of text.matchAll(written())) {
    for (const { at, address } of addressesOf(found)) {
      const url = withoutEnd(withoutBrackets(withoutBar(address)));
      const start = index + at;
      if (isWebAddress(url)) yield { url, start, end: start + url.length };
    }
  }
}

/** The signs between two addresses of a list without blanks. */
const SIGN_BEFORE_ADDRESS = /[,;|*+·•–—](?=https?:\/\/)/gi;

/** Divides a text without blanks into its addresses, unless they are values in the query of the first one. */
function* addressesOf(found: string): Generator<{ readonly at: number; readonly address: string }> {
  let at = 0;
  for (const { index } of found.matchAll(SIGN_BEFORE_ADDRESS)) {
    const address = found.slice(at, index);
    if (/=https?:/i.test(queryOf(address))) continue;
    yield { at, address };
    at = index + 1;
  }
  yield { at, address: found.slice(at) };
}

const queryOf = (address: string): string => /\?.*/.exec(address)?.[0] ?? '';

/** Cuts an address before a bar. Only queries have one of their own: `?titles=A|B`. */
function withoutBar(address: string): string {
  const bar = address.indexOf('|');
  return bar < 0 || address.slice(0, bar).includes('?') ? address : address.slice(0, bar);
}

/** Brackets in addresses, with those that close them. */
const BRACKETS_AROUND_ADDRESS: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };
const BRACKETS_AFTER_ADDRESS = new Set(Object.values(BRACKETS_AROUND_ADDRESS));
/** `?tag[]=a`, `?filter[day][from]=a` */
const IN_NAME = /^\[[^[\]]{0,100}\][[=]/;
const IPV6_HOST = /^https?:\/\/\[[^\]]*\]/i;

/** Cuts an address before a bracket without its other one, and before a title in square brackets. */
function withoutBrackets(address: string): string {
  const open: { readonly at: number; readonly closing: string }[] = [];
  let hasQuery = false;
  for (let at = IPV6_HOST.exec(address)?.[0].length ?? 0; at < address.length; at += 1) {
    const sign = address.charAt(at);
    if (sign === '?') hasQuery = true;
    if (
      sign === '[' &&
      !(hasQuery && IN_NAME.test(address.slice(at, at + MAX_BRACKETED_NAME_LENGTH)))
    ) {
      return address.slice(0, open[0]?.at ?? at);
    }
    const closing = BRACKETS_AROUND_ADDRESS[sign];
    if (closing !== undefined) open.push({ at, closing });
    else if (BRACKETS_AFTER_ADDRESS.has(sign) && open.pop()?.closing !== sign)
      return address.slice(0, at);
  }
  return address.slice(0, open[0]?.at);
}

/** The longest name in brackets, with the sign after it. */
const MAX_BRACKETED_NAME_LENGTH = 103;

const END_OF_SENTENCE = new Set(".,;:!?'’*");

/** Removes the punctuation of the sentence around an address. */
function withoutEnd(address: string): string {
  let end = address.length;
  while (end > 0 && END_OF_SENTENCE.has(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}
