/** A rule of the capture, and how its source is changed to leave it out. */
export interface RuleChange {
  readonly rule: string;
  /** From src/capture. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

const CLEAN = 'clean/clean-article.ts';
const NAMED = 'clean/named-boxes.ts';
const RELATED = 'clean/related-links.ts';
const ENDING = 'clean/ending.ts';
const EXTRACT = 'extract/extract.ts';
const KIND = 'kinds/extract-kind.ts';

const entryOf = (rule: string): RuleChange => ({
  rule: `cleaning: ${rule}`,
  file: CLEAN,
  from: `  ${rule},\n`,
  to: '',
});

const nameOf = (kind: string): RuleChange => ({
  rule: `cleaning: boxes named ${kind}`,
  file: NAMED,
  from: 'Object.values(NAMED_BOXES)',
  to: `Object.entries(NAMED_BOXES).filter(([kind]) => kind !== '${kind}').map(([, box]) => box)`,
});

const change = (rule: string, file: string, from: string, to: string): RuleChange => ({
  rule,
  file,
  from,
  to,
});

/** The parts of the capture that choose or change what is in the article. */
export const RULES: readonly RuleChange[] = [
  ...[
    'isShareBar',
    'isNamedBox',
    'isAdvertisementMark',
    'isNavigation',
    'tidyCaptions',
    'repeatsTitle',
    'isPullQuote',
    'repeatsDetails',
    'leadsElsewhere',
    'isOfFrame',
  ].map(entryOf),
  ...[
    'share',
    'newsletter',
    'related',
    'author',
    'tags',
    'comments',
    'details',
    'navigation',
    'tools',
  ].map(nameOf),
  change(
    'cleaning: labels',
    CLEAN,
    'for (const box of [...removed]) removeLabel(box, removed);',
    '',
  ),
  change('cleaning: ending', CLEAN, '  removeEnding(context, removed);', ''),
  change('cleaning: tidying', CLEAN, '  tidyArticle(article);', ''),
  change('links: other article', RELATED, 'isOtherArticle(box) ||', ''),
  change('links: line', RELATED, 'isReadMore(box, context) ||', ''),
  change('links: list', RELATED, 'isLinkList(box, context) ||', ''),
  change('links: cards', RELATED, 'isCardList(box, context)) &&', 'false) &&'),
  change('ending: own address', ENDING, 'hasAddress(box.text, page.url) ||', ''),
  change('ending: named', ENDING, ' || isNamedWithin(box, root)', ''),
  change('ending: mail', ENDING, 'isMailLine(box) ||', ''),
  change('ending: accounts', ENDING, ' || hasAccounts(box)', ''),
  change('ending: note', ENDING, ' || isNote(box)', ''),
  change('ending: empty section', ENDING, ' || isEmptySection(last, leaves.at(-1), removed)', ''),
  change('put back: blocks', EXTRACT, '  restoreDropped(article, before.landmarks, kept);', ''),
  change('put back: notes', EXTRACT, '  restoreNotes(article, before.notes);', ''),
  change('put back: introduction', EXTRACT, "doubts.includes('headline-elsewhere')", 'false'),
  change('put back: lead', EXTRACT, 'if (isArticle) restoreLead', 'if (false) restoreLead'),
  change('put back: described lead', 'extract/lead.ts', 'described.length === DESCRIBED', 'false'),
  change('short texts: described', EXTRACT, 'isShort && lacksDescribed', 'false && lacksDescribed'),
  change('data: texts', EXTRACT, '  completeFromData(content, page.given, isShort);', ''),
  change('templates', 'repair/repair.ts', '  showTemplates(context);', ''),
  change('candidates', EXTRACT, 'isArticle && doubts.length > 0', 'false'),
  change('kinds: all', KIND, 'return root === null', 'return true'),
  change('kinds: recipe', KIND, "if (declared === 'recipe')", 'if (false)'),
  change('kinds: product', KIND, "if (declared === 'product')", 'if (false)'),
  change('kinds: video', KIND, "if (declared === 'video')", 'if (false)'),
  change('kinds: thread', KIND, 'if (posts !== null && isWhole)', 'if (false)'),
  change('kinds: gallery', KIND, 'if (gallery !== null)', 'if (false)'),
  change('kinds: list', KIND, 'if (list !== null)', 'if (false)'),
  change('kinds: sections', KIND, 'if (sections !== null)', 'if (false)'),
];
