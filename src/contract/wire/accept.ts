/** Media types that a client names, each with how much it wants it, from 0 to 1. */
function wishesOf(accept: string): ReadonlyMap<string, number> {
  const wishes = new Map<string, number>();
  for (const part of accept.split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q=/.test(parameter))?.slice(2);
    const wish = quality === undefined ? 1 : Number(quality);
    if (type !== '') wishes.set(type, Number.isNaN(wish) ? 0 : wish);
  }
  return wishes;
}

/** Whether an `Accept` header names `type` itself; wildcards do not count. */
export const namesType = (accept: string | null | undefined, type: string): boolean =>
  (wishesOf(accept ?? '').get(type) ?? 0) > 0;

export type ErrorMediaType = 'application/json' | 'text/html' | 'text/plain';

/**
 * What a refusal is sent as: JSON, unless `Accept` names HTML or text and not JSON (protocol.md
 * section 18). So a browser gets a page and `fetch` gets JSON.
 */
export function errorTypeFor(accept: string | null | undefined): ErrorMediaType {
  const wishes = wishesOf(accept ?? '');
  const wish = (type: string) => wishes.get(type) ?? 0;
  const html = wish('text/html');
  const plain = Math.max(wish('text/plain'), wish('text/*'));
  if (wish('application/json') > 0 || (html === 0 && plain === 0)) return 'application/json';
  return html >= plain ? 'text/html' : 'text/plain';
}
