export const ADDRESS_ONLY_REASONS = [
  'browser-page',
  'extension-store',
  'pdf',
  'file',
  'not-html',
  'not-open',
  'not-loaded',
  'no-access',
  'timed-out',
  'tab-closed',
  'navigated',
  'too-large',
  'no-text',
  /** The page only leads to others, such as the results of a search. */
  'no-article',
  'quota',
  /** The article is on the server and has not been fetched yet. */
  'on-server',
  /** The page was imported without its text. */
  'not-included',
  'failed',
] as const;

/** Why only the address of a page was saved. The interface has a message for each of them. */
export type AddressOnlyReason = (typeof ADDRESS_ONLY_REASONS)[number];

/** True when the path of the address ends with `.pdf`. The file itself may still be another one. */
export const isPdfAddress = (address: string): boolean =>
  /\.pdf$/i.test(URL.parse(address)?.pathname ?? '');
