/**
 * The policy of a page: it runs no script, is shown in no frame, and loads nothing but its style
 * and images that it carries itself. `formTargets` are where its forms may lead besides here.
 */
export const pagePolicy = (formTargets: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
