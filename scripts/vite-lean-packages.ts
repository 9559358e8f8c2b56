import type { Plugin } from 'vite';

const READABILITY = '/@mozilla/readability/Readability.js';
const READERABLE = '/@mozilla/readability/Readability-readerable.js';

/**
 * The packages that log, by the end of the file's path, with the statements that do, and with what is
 * put for them. A statement ends at the first line that ends with `);`.
 */
const LOGGING = [
  {
    file: READABILITY,
    // Also the definition of its log, which stands between two lines with this indentation.
    log: /^\s*this\.log\([\s\S]*?\);$|^ {2}if \(this\._debug\) \{$[\s\S]*?^ {2}\}$/gm,
    // An empty statement is left, because the log may be all that an `if` does.
    quiet: ';',
  },
  {
    file: READABILITY,
    // For a parser of its own, which is in no browser.
    log: /^ {4}if \(this\._docJSDOMParser\b[\s\S]*?^ {4}\}$/gm,
    quiet: ';',
  },
  {
    file: READABILITY,
    // Only the number of these reasons is used.
    log: /\berrs\.push\([\s\S]*?\);$/gm,
    quiet: 'errs.push(0);',
  },
  {
    file: READABILITY,
    // Only whether there is a byline is used.
    log: /^ {10}\/\/ Find child node matching[\s\S]*?\.trim\(\);$/m,
    quiet: 'this._articleByline = true;',
  },
  {
    file: READABILITY,
    // It is made without options.
    log: /^( {2}this\._\w+ =)\s+options\.\w+ \|\|/gm,
    quiet: '$1',
  },
  {
    file: READABILITY,
    // In a document of HTML no name of an element is in lower case.
    log: /^ +if \(\s+\w+(?:\[i\])?\.tagName === "object"[\s\S]*?^ +\}$/gm,
    quiet: '',
  },
  {
    file: READABILITY,
    // `PageReadability` allows no player, because the repairs have replaced them.
    log: /^ +for \(var \w = 0; \w < [\w[\]]+\.attributes\.length; \w\+\+\) \{\s+if \(this\._allowedVideoRegex\.test\(.*\)\) \{\s+return false;\s+\}\s+\}$/gm,
    quiet: '',
  },
  {
    file: READABILITY,
    // For the same players.
    log: /^ {4}var isEmbed[\s\S]*?^ {4}\}\);$/m,
    quiet: 'this._removeNodes(this._getAllNodesWithTag(e, [tag]));',
  },
  {
    file: READABILITY,
    // The bundler does not know that these are constant.
    log: /\bthis\.ELEMENT_NODE\b/g,
    quiet: '1',
  },
  { file: READABILITY, log: /\bthis\.TEXT_NODE\b/g, quiet: '3' },
  { file: READABILITY, log: /\bthis\._nbTopCandidates\b(?! =)/g, quiet: '5' },
  { file: READABILITY, log: / \+ this\._linkDensityModifier\b/g, quiet: '' },
  // Our call has no second argument.
  {
    file: READERABLE,
    log: /^ {2}if \(typeof options == "function"\) \{$[\s\S]*?^ {2}options = .*$/m,
    quiet: '',
  },
  { file: READERABLE, log: /\boptions\.visibilityChecker\b/g, quiet: 'isNodeVisible' },
  { file: READERABLE, log: /\boptions\.minContentLength\b/g, quiet: '140' },
  { file: READERABLE, log: /\boptions\.minScore\b/g, quiet: '20' },
  { file: READERABLE, log: /, options = \{\}/, quiet: '' },
  ...[READABILITY, READERABLE].map((file) => ({
    file,
    // The bundler always has `module`.
    log: /^if \(typeof module === "object"\) \{$([\s\S]*?)^\}$/m,
    quiet: '$1',
  })),
  // Mistakes in our own schemas and options, which the tests find.
  ...[
    '/zod/v4/core/schemas.js',
    '/zod/v4/core/util.js',
    '/zod/v4/mini/schemas.js',
    '/ky/distribution/utils/normalize.js',
  ].map((file) => ({
    file,
    log: /\bnew Error\([\s\S]*?\);$/gm,
    quiet: 'new Error();',
  })),
  {
    file: '/dexie/dist/modern/dexie.mjs',
    log: /^\s*console\.(?:debug|trace|warn)\([\s\S]*?\);$/gm,
    quiet: ';',
  },
  {
    file: '/dexie/dist/modern/dexie.mjs',
    // The failures beside the message say more.
    log: /\bnew BulkError\(`.*`, /g,
    quiet: "new BulkError('', ",
  },
];

/**
 * The methods of Readability that `PageReadability` never calls, because it parses no page as a whole
 * and reads no metadata. Each is removed only if nothing that is left calls it.
 */
export const UNUSED_METHODS: readonly string[] = [
  'parse',
  '_getJSONLD',
  '_getArticleMetadata',
  '_getArticleTitle',
  '_unescapeHtmlEntities',
  '_postProcessContent',
  '_fixRelativeUris',
  '_cleanClasses',
  '_unwrapNoscriptImages',
  '_isUrl',
  '_isSingleImage',
  '_findNode',
  '_cleanStyles',
  '_fixLazyImages',
];

/** The methods of Readability that `PageReadability` has its own of. */
export const REPLACED_METHODS: readonly string[] = [
  '_isValidByline',
  '_getLinkDensity',
  '_isProbablyVisible',
];

/** The values of Readability that only these methods use. */
export const UNUSED_VALUES: readonly string[] = [
  'byline',
  'extraneous',
  'replaceFonts',
  'videos',
  'nextLink',
  'prevLink',
  'srcsetUrl',
  'jsonLdArticleTypes',
  'HTML_ESCAPE_MAP',
  'b64DataUrl',
  'hashUrl',
  'DEPRECATED_SIZE_ATTRIBUTE_ELEMS',
  'PRESENTATIONAL_ATTRIBUTES',
  'DEFAULT_MAX_ELEMS_TO_PARSE',
  'DEFAULT_N_TOP_CANDIDATES',
  'ELEMENT_NODE',
  'TEXT_NODE',
  'CLASSES_TO_PRESERVE',
];

/** Settings that only the removed methods read, checks of the document, and the direction of the text. */
const UNUSED_STATEMENTS: readonly RegExp[] = [
  /^ {2}\/\/ In some older versions[\s\S]*?^ {2}\}$/m,
  /^ {2}this\._(?:docJSDOMParser|articleDir|articleSiteName|debug|disableJSONLD) =.*;$/gm,
  /^ {2}this\._(?:maxElemsToParse|classesToPreserve|keepClasses) =[\s\S]*?;$/gm,
  // `PageReadability` sets what is left of these.
  /^ {2}this\._(?:articleTitle|articleByline|metadata) = (?:null|\{\});$/gm,
  /^ {10}!this\._metadata\.byline &&$/m,
  /^ {2}this\._(?:nbTopCandidates|linkDensityModifier) =[\s\S]*?;$/gm,
  // These do nothing in `PageReadability`, which also needs no name of the box around the article.
  /^ {4}this\._(?:cleanStyles|fixLazyImages)\(articleContent\);$/gm,
  /^ {4}var isPaging =.*;$/m,
  /^ {6}if \(isPaging\) \{$[\s\S]*?^ {6}\}$/m,
  /^ {2}this\._allowedVideoRegex = this\.REGEXPS\.videos;$/m,
  /^ {2}options = options \|\| \{\};$/m,
  /^ {2}this\._serializer =[\s\S]*?\};$/m,
  /^ {8}\/\/ Find out text direction[\s\S]*?^ {8}\}\);$/m,
  /^ {6}if \(this\._debug\) \{$[\s\S]*?^ {6}\}$/gm,
  /^ {8}if \(node\.tagName === "HTML"\) \{$[\s\S]*?^ {8}\}$/m,
  // For a DOM without selectors.
  /^ {4}return \[\]\.concat\.apply\([\s\S]*?^ {4}\);$/m,
];

/**
 * Leaves out what the scripts do not need of packages: what these write to their logs, which is for
 * their own developers, and methods and values that are never used. No bundler can tell either.
 */
export const leanPackages = (): Plugin => ({
  name: 'lean-packages',
  transform(code, id) {
    const logging = LOGGING.filter(({ file }) => id.endsWith(file));
    if (logging.length === 0) return null;
    let left = code;
    for (const { file, log, quiet } of logging) {
      const without = left.replace(log, quiet);
      if (without === left) throw new Error(`The logs of ${file} were not found.`);
      left = without;
    }
    return { code: id.endsWith(READABILITY) ? withoutUnused(left) : left, map: null };
  },
});

function withoutUnused(code: string): string {
  let left = code;
  for (const name of [...UNUSED_METHODS, ...REPLACED_METHODS]) {
    const without = left.replace(new RegExp(`^ {2}${name}\\([\\s\\S]*?^ {2}\\},?$`, 'm'), '');
    if (without === left) throw new Error(`Readability has no method ${name}.`);
    left = without;
  }
  for (const name of UNUSED_VALUES) {
    const regexp = `^ {4}${name}:\\s*\\/.*\\/[a-z]*,$`;
    const object = `^ {2}${name}: \\{[\\s\\S]*?^ {2}\\},$`;
    const list = `^ {2}${name}: (?:\\[[^\\]]*\\]|\\d+),$`;
    const without = left.replace(new RegExp(`${regexp}|${object}|${list}`, 'm'), '');
    if (without === left) throw new Error(`Readability has no value ${name}.`);
    left = without;
  }
  for (const statement of UNUSED_STATEMENTS) {
    const without = left.replace(statement, '');
    if (without === left) throw new Error(`Readability has no statement ${statement}.`);
    left = without;
  }
  const called = [...UNUSED_METHODS, ...UNUSED_VALUES].find((name) =>
    new RegExp(`\\.${name}\\b`).test(left),
  );
  if (called !== undefined) throw new Error(`Readability calls ${called}.`);
  return left;
}
