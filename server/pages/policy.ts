/**
 * The policy of a page: it runs no script, is shown in no frame, and loads nothing but its style
 * and images that it carries itself. `formTargets` are where its forms may lead besides here.
 */
export function pagePolicy(formTargets: readonly string[] = []): string {
  for (const target of formTargets) {
    // Foreign text: `;` or `,` would begin another directive, or another policy.
    if (!SOURCE.test(target)) throw new Error('This is no source of a policy.');
  }
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A scheme, or a scheme and a host with its port (CSP 3, 2.3.1). */
const SOURCE = /^[a-z][a-z0-9+.-]*:(\/\/(\[[\da-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?)?$/;
