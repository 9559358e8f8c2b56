/**
 * Returns the address of a bookmark that opens `saveAddress` with the page in front. The page there
 * asks before it saves.
 */
export function bookmarkletFor(saveAddress: string): string {
  const address = JSON.stringify(saveAddress);
  const query = 'new URLSearchParams({url:location.href,title:document.title})';
  return `javascript:location.href=${address}+"?"+${query};void 0`;
}
