/** What every page of ours may load; a directive that is not here loads nothing. */
const OWN_FILES = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' blob: data:",
  'font-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

/**
 * Of the manifest. `connect-src` is open for the background's `fetch` alone, which can be given no
 * policy of its own: pages have a stricter one besides.
 */
export const EXTENSION_POLICY = written({
  ...OWN_FILES,
  'connect-src': "'self' http: https:",
  'frame-ancestors': "'none'",
});

/** Of a page, in its head: nothing comes from the network, nothing is sent there. */
export const PAGE_POLICY = written({ ...OWN_FILES, 'connect-src': "'self'" });

function written(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}
