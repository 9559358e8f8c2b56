/**
 * The sources that a page of the extension may load. A directive that is not listed permits
 * nothing.
 */
const OWN_FILES = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' blob: data:",
  'font-src': "'self'",
  // The sound that nobody hears, for the controls of the system while a voice speaks.
  'media-src': 'blob:',
  'base-uri': "'none'",
  'form-action': "'none'",
};

/**
 * The policy of the manifest. `connect-src` is open for `fetch` in the background, which cannot
 * have its own policy. Pages also have a stricter one.
 */
export const EXTENSION_POLICY = written({
  ...OWN_FILES,
  'connect-src': "'self' http: https:",
  // Sites can only frame the page for highlights and toasts, which is the only one that they can reach.
  'frame-ancestors': 'http: https:',
});

/** The policy in the head of each page, which permits no access to the network. */
export const PAGE_POLICY = written({ ...OWN_FILES, 'connect-src': "'self'" });

function written(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}
