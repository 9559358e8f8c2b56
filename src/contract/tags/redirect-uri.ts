/**
 * A scheme named after a reversed domain, as RFC 8252 7.1 requires of apps. It starts with a
 * top-level domain: letters, or an encoded name in another script. Operating systems use schemes
 * with a dot that don't, such as `x-apple.systempreferences:`.
 */
const DOMAIN_SCHEME = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})(\.[a-z0-9-]+)+$/;
/** A single letter is a drive of Windows. */
const ONE_WORD = /^[a-z][a-z0-9-]+$/;
/**
 * A host name or an IPv6 address. `;`, `,` or `*` would change the meaning of a content security
 * policy.
 */
const PLAIN_HOST = /^(\[[\da-f:.]+\]|[a-z0-9._-]+)$/;

/**
 * True if `uri` has the form of a redirect address: an https or http address, or the scheme of an app.
 * This is stricter than spec 2.3, because other schemes may execute or open something. The server also
 * refuses those of browsers and systems, and plain http to other machines. Fragments are not allowed
 * (RFC 6749 3.1.2).
 */
export function isAllowedRedirect(uri: string): boolean {
  if (uri.includes('#') || /[\s\p{C}]/u.test(uri)) return false;
  const url = URL.parse(uri);
  if (url === null || url.username !== '' || url.password !== '') return false;
  const { protocol, hostname } = url;
  if (protocol !== 'https:' && protocol !== 'http:') {
    const scheme = protocol.slice(0, -1);
    return ONE_WORD.test(scheme) || DOMAIN_SCHEME.test(scheme);
  }
  // The text is checked too, because a parser takes the path of `https:///done` for a host.
  return /^https?:\/\/[^/?\\]/i.test(uri) && PLAIN_HOST.test(hostname);
}
