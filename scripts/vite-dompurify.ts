import type { Plugin } from 'vite';

/** DOMPurify's own allow-lists: HTML elements; attributes of HTML, SVG, MathML and XML. */
const OWN_LISTS = ['html$1', 'html', 'svg', 'mathMl', 'xml'];

/**
 * Empties DOMPurify's own allow-lists in the script `entry` (its absolute path), where ours replaces
 * them: 2 kB gzipped of the capture script's 40. An empty list can only let less through. The lists that tell SVG and MathML elements from HTML
 * are others, and stay. The build fails when a list is not found, as it may be in another version.
 */
export function ownAllowListOnly(entry: string): Plugin {
  let isOfEntry = false;
  return {
    name: 'leafmark-own-allow-list-only',
    apply: 'build',
    options({ input }) {
      // WXT builds each script alone, behind a door of its own.
      isOfEntry = typeof input === 'string' && input.endsWith(entry);
    },
    transform: {
      filter: { id: /dompurify\/dist\/purify\.es\.mjs$/ },
      handler: (code) => (isOfEntry ? { code: withoutOwnLists(code), map: null } : null),
    },
  };
}

/** DOMPurify's source with its own allow-lists empty. */
export function withoutOwnLists(source: string): string {
  let left = source;
  for (const name of OWN_LISTS) {
    const start = `const ${name} = freeze([`;
    const from = left.indexOf(start);
    const to = left.indexOf('])', from);
    if (from < 0 || to < 0) throw new Error(`DOMPurify has no list ${name} any more`);
    left = left.slice(0, from + start.length) + left.slice(to);
  }
  return left;
}
