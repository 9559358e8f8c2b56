/**
 * An address as the service keeps it: as the URL standard writes it (host in lower case and
 * punycode, no default port), without the fragment and without a user name and password. A page is
 * used only when it is sent under the very address that the bookmark is made with (protocol.md
 * section 7.2). null when it is no web address.
 */
export function addressToSend(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
}
