import { addressesIn, afterAddress } from './addresses-in-text';
import { MAX_PAGE_TITLE_LENGTH } from './excerpt';
import { isWebAddress } from './web-address';

/** A page that another app or a person gives to be saved. */
export interface SharedPage {
  readonly url: string;
  /** Empty if it is not known. */
  readonly title: string;
}

/** The share sheet of a phone gives whole paragraphs. The address is in the first of them. */
const MAX_SHARED_TEXT_LENGTH = 20_000;

/**
 * Returns the web address in a text that was typed, pasted or shared; null if there is none. A host
 * name alone is an address, too, as in the address bar.
 */
export function addressIn(text: string): string | null {
  const trimmed = text.slice(0, MAX_SHARED_TEXT_LENGTH).trim();
  const whole = afterAddress().test(trimmed) ? null : wholeAddress(trimmed);
  if (whole !== null) return whole;
  const [found] = addressesIn(trimmed);
  return found === undefined ? null : validated(found.url);
}

/** Returns the page of a share. Android gives the address in the text, and no `url`. */
export function sharedPageIn(params: URLSearchParams): SharedPage | null {
  const [url = '', text = '', title = ''] = ['url', 'text', 'title'].map(
    (name) => params.get(name) ?? '',
  );
  for (const given of [url, text, title]) {
    const address = given.trim() === '' ? null : addressIn(given);
    if (address !== null) return { url: address, title: sharedTitleOf(title, address) };
  }
  return null;
}

/** Some apps give the address as the title, too. */
const sharedTitleOf = (title: string, url: string): string =>
  title.includes(url) ? '' : title.trim().slice(0, MAX_PAGE_TITLE_LENGTH);

function wholeAddress(text: string): string | null {
  if (/^https?:/i.test(text)) return validated(text);
  const typed = URL.parse(`https://${text}`);
  const isHost = typed !== null && typed.username === '' && typed.hostname.includes('.');
  return isHost && !text.startsWith('/') ? typed.href : null;
}

const validated = (address: string): string | null =>
  isWebAddress(address) ? new URL(address).href : null;
