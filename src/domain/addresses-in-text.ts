import { isWebAddress } from './web-address';

/** A web address in a text. */
export interface FoundAddress {
  readonly url: string;
  /** Where it is in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Signs that end an address: blanks, brackets of markup, and the punctuation of East Asian texts, which have
 * no blanks. Browsers encode these in the addresses that they copy.
 */
export const AFTER_ADDRESS = '\\s<>"，。、；：！？（）【】「」『』《》〈〉';
/** Longer ones are no addresses. */
const ADDRESS = new RegExp(`https?://[^${AFTER_ADDRESS}]{1,8000}`, 'gi');

/** Finds the web addresses of a text in their order. */
export function* addressesIn(text: string): Generator<FoundAddress> {
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const url = withoutEnd(found);
    if (isWebAddress(url)) yield { url, start: index, end: index + url.length };
  }
}

const END_OF_SENTENCE = new Set(".,;:!?'’”»)]");

/** Removes the punctuation of the sentence around an address. A bracket of the address stays. */
function withoutEnd(address: string): string {
  const opened = address.indexOf('(');
  let end = address.length;
  while (end > 0 && END_OF_SENTENCE.has(address.charAt(end - 1))) {
    if (address.charAt(end - 1) === ')' && opened !== -1) break;
    end -= 1;
  }
  return address.slice(0, end);
}
