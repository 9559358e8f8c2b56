import { MAX_URL_LENGTH } from '../../../src/contract';
import { isWebAddress, withoutFragment } from '../../../src/domain';

/** A page that waits longer is there to be read, and is loaded anew or left when it was. */
const MAX_DELAY_SECONDS = 5;
/** Of what says where: a delay and an address. */
const MAX_LENGTH = MAX_URL_LENGTH + 100;

/**
 * Where a page leads by itself, as browsers do; null when it is there to stay.
 * @param hasContent what is meant for browsers without scripts then leads away from something
 * @see https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
 */
export function leadsTo(document: Document, hasContent: boolean): string | null {
  for (const meta of document.querySelectorAll('meta[http-equiv="refresh" i][content]')) {
    if (hasContent && meta.closest('noscript') !== null) continue;
    const target = targetOf(meta.getAttribute('content') ?? '', document);
    if (target !== null) return target;
  }
  return null;
}

/** Where `0; url=/next` leads; null when that is this page, too late, or nowhere. */
function targetOf(content: string, document: Document): string | null {
  const text = content.slice(0, MAX_LENGTH).trim();
  const after = text.replace(/^[\d.]+/, '');
  const delay = Number.parseFloat(text);
  if (!(delay <= MAX_DELAY_SECONDS) || !/^[\s;,]/.test(after)) return null;
  const written = after
    .trimStart()
    .replace(/^[;,]\s*/, '')
    .replace(/^url\s*=\s*/i, '');
  const address = /^(['"])/.test(written)
    ? written.slice(1).split(written.charAt(0), 1)[0]
    : written;
  if (!address || !URL.canParse(address, document.baseURI)) return null;
  const target = new URL(address, document.baseURI);
  target.hash = '';
  return isWebAddress(target.href) && target.href !== withoutFragment(document.URL)
    ? target.href
    : null;
}
