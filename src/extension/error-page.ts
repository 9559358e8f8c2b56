import type { Browser } from 'wxt/browser';

const ERROR_ICON = /^chrome:\/\/global\/skin\/icons\/(?:info|warning)\.svg$/;

/**
 * Whether the tab shows Firefox's own page about a failed load, under the address that failed. Its
 * title is in the person's language; its icon is the browser's own, which no site may use: a sign of
 * information or of warning. (That of a PDF is from the same place.)
 */
export const showsErrorPage = ({ favIconUrl }: Pick<Browser.tabs.Tab, 'favIconUrl'>): boolean =>
  ERROR_ICON.test(favIconUrl ?? '');

/**
 * Whether Chromium refused a script because the tab shows the browser's page about a failed load.
 * It says so in no other way: to us the tab has the address that failed, and its host for a title.
 */
export const isErrorPageRefusal = (refusal: unknown): boolean =>
  refusal instanceof Error && refusal.message.includes('showing error page');
