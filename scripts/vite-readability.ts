import type { Plugin } from 'vite';

/**
 * Methods of Readability 0.6.0 that `PageReadability` never reaches: its own metadata, its own way
 * in and out, what is repaired before it and finished after it.
 */
const UNREACHED = [
  'parse',
  '_getJSONLD',
  '_getArticleMetadata',
  '_getArticleTitle',
  '_unescapeHtmlEntities',
  '_unwrapNoscriptImages',
  '_isSingleImage',
  '_postProcessContent',
  '_fixRelativeUris',
  '_isUrl',
  '_findNode',
  '_cleanClasses',
  '_cleanStyles',
  '_getLinkDensity',
  '_isProbablyVisible',
  '_isValidByline',
];

/** Those of them that `PageReadability` has its own of. */
export const REPLACED: ReadonlySet<string> = new Set([
  '_cleanStyles',
  '_getLinkDensity',
  '_isProbablyVisible',
  '_isValidByline',
]);

/** Where its log is made, which nobody reads, and each line that writes into it. */
const LOG_MAKER = /^ {2}if \(this\._debug\) \{\n[\s\S]*?^ {2}\} else \{\n[\s\S]*?^ {2}\}\n/m;
const LOG_LINES = /^ *this\.log\([\s\S]*?\);\n/gm;

/**
 * Leaves these methods and the log out of the bundle: a bundler keeps all of a prototype, and they
 * are 3 kB gzipped of the capture script's 40. The build fails when one is gone or is called by what is left,
 * as it may be in another version.
 */
export function reachedReadability(): Plugin {
  return {
    name: 'leafmark-reached-readability',
    apply: 'build',
    transform: {
      filter: { id: /@mozilla\/readability\/Readability\.js$/ },
      handler: (code) => ({ code: withoutUnreached(code), map: null }),
    },
  };
}

/** Readability's source without them. */
export function withoutUnreached(source: string): string {
  let left = source;
  for (const name of UNREACHED) {
    const method = new RegExp(`^  ${name}\\([^)]*\\) \\{\\n[\\s\\S]*?^  \\},?\\n`, 'm');
    if (!method.test(left)) throw new Error(`Readability has no method ${name} any more`);
    left = left.replace(method, '');
  }
  if (!LOG_MAKER.test(left)) throw new Error('Readability makes its log otherwise');
  left = left.replace(LOG_MAKER, '').replaceAll(LOG_LINES, '');
  if (/\.log\b/.test(left)) throw new Error('Readability logs otherwise');
  const called = UNREACHED.find(
    (name) => !REPLACED.has(name) && new RegExp(`this\\.${name}\\b`).test(left),
  );
  if (called) throw new Error(`Readability calls ${called} from what is kept of it`);
  return left;
}
