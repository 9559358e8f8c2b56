// The wanted content of each file of a folder of cases from the field: lines of an article, and entries of a
// list of bookmarks. The files themselves are elsewhere.

/** A page. `text` and `noText` are lines of its text, with TeX for formulas; `html` and `noHtml` its markup. */
export interface PageCase {
  readonly text?: readonly string[];
  readonly noText?: readonly string[];
  readonly html?: readonly string[];
  readonly noHtml?: readonly string[];
}

/** A file with bookmarks: the end of each address, with what is wanted of its entry. */
export type ListCase = Readonly<Record<string, WantedEntry>>;

export interface WantedEntry {
  readonly title?: string;
  readonly labels?: readonly string[];
  readonly description?: string;
  readonly created?: string;
  readonly isArchived?: boolean;
  readonly isFavourite?: boolean;
  readonly quotes?: number;
}

const TABLE = ['2021', '11', '2022', '9', 'Harvest by year'];
const ANSWERS = [0, 1, 2, 3].map((nth) => `Answer ${nth}: it turns when the river is high`);
const INGREDIENTS = ['300 g flour', '100 g ground almonds', 'Method:', 'Let them cool on a rack'];
const CODE = { text: ['def cut(branch):'], noText: ['1def', '1 def', '2 def'] };

export const PAGE_CASES: Readonly<Record<string, PageCase>> = {
  'c19-tabs.html': { text: ['npm install mill-wheel', 'yarn add mill-wheel', 'Configure'] },
  'd19a-tabs-prose.html': {
    text: [
      'The orchard keeper repairs the sound of the mill',
      'On macOS the wheel',
      'eleven screws to open',
    ],
  },
  'd19b-accordion-display.html': { text: ANSWERS },
  'd19c-accordion-hidden.html': { text: ANSWERS },
  'c15-aria-hidden.html': {
    text: [
      'A quiet river measures the last warm evening',
      'Her brother watches a basket of wet leaves',
    ],
  },
  'd15a-ariahidden-parent.html': {
    text: [
      'A narrow path turns over a row of young trees',
      'The village baker follows two sacks of flour',
    ],
  },
  'c12-chat.html': {
    text: [
      'How do I cut a pear tree',
      'The first frost follows',
      'And in rain?',
      'Dry the blade.',
      'def cut(x)',
    ],
    noText: ['python'],
  },
  'g09a-hugo-classes.html': CODE,
  'g09b-hugo-styles.html': CODE,
  'g09i-chroma-inline-lineno.html': CODE,
  'f24-arxiv.html': { text: ['Pears', '11', 'Stones', '9', 'The village baker crosses a letter'] },
  'j14-cap-tds-numbers.html': {
    text: ['2021', '11', '2022', '9', '2023', 'A narrow path gathers the slow water'],
  },
  'l1-ckeditor.html': { text: TABLE },
  'l2-wp.html': { text: TABLE },
  'f21-media.html': {
    html: [
      'href="https://codepen.io/',
      'href="https://datawrapper.dwcdn.net/',
      'href="https://www.google.com/maps',
    ],
    text: ['CodePen pears', 'Pears by year'],
  },
  'c01-substack-h1.html': { text: ['I. The cutting', 'II. The storing', 'III. The eating'] },
  'd01b-h1-anchorclass.html': { html: ['<h2'] },
  'r1.html': { text: INGREDIENTS },
  'r2.html': { text: INGREDIENTS },
  'r4.html': {
    text: ['Moderator: Hans Chapman', 'Where: Main street 29', 'Agenda', 'Price: 12 crowns'],
  },
  'r5.html': { text: ['It all began with', 'the link to the podcast'] },
  'e03-mathjax3.html': { text: ['\\frac', 'x^', '\\sqrt'], noText: ['ab is'] },
  'c16-images.html': { html: ['static.example/a-'], noHtml: ['a-mobile', 'a-600'] },
  'm1-media-src.html': { html: ['/desk.jpg'], noHtml: ['mobile.jpg'] },
  'm2-media-only-mobile.html': { html: ['/desk'], noHtml: ['mobile.jpg'] },
  'm3-dark.html': { html: ['light.png'], noHtml: ['dark.png'] },
  'm4-print.html': { html: ['screen.png'], noHtml: ['print.png'] },
  'm6-mobile-placeholder.html': { html: ['desk.jpg'], noHtml: ['mobile.jpg'] },
  'c18-reddit.html': {
    text: [
      'ann',
      'bob',
      'cid',
      'The orchard keeper watches the pears',
      'That ladder turns over the slow water',
    ],
  },
  'c02b-tufte.html': {
    text: ['The sidenote about nine rungs.', 'A margin note on flour.'],
    noText: ['ClaimThe', 'AnotherA'],
  },
  'c02c-distill.html': {
    text: ['The distill note on eleven stones.', 'and more'],
    noText: ['ClaimThe'],
  },
  'c17-components.html': {
    text: ['Their boat follows the sound of the mill', 'The village baker follows the pears'],
  },
  'c17b-closed-shadow-dsd.html': {
    text: ['The village baker measures the last warm evening', 'Her brother crosses'],
  },
  'c02a-mataroa.html': { text: ['Claim', 'A quiet river carries a letter'] },
  'c02d-lesswrong.html': { text: ['Claim', 'That ladder crosses the pears'] },
  'c04-jupyter.html': { html: ['<pre'] },
  'c10-dl.html': { html: ['<dt', '<dd'] },
  'c11-table.html': { html: ['<table', '<td'] },
  'c13-transcript.html': {
    text: ['Lena', 'Paul', '(00:01:12)', 'The old bridge watches the slow water'],
  },
  'd18-discourse.html': { text: ['user1', 'user2', 'Their boat waits', 'Every spring repairs'] },
  'f25-so.html': { text: ['Answer 1:', 'Answer 2:', 'answerer1', 'Her brother measures'] },
};

export const LIST_CASES: Readonly<Record<string, ListCase>> = {
  'chrome-Bookmarks.json': { ch1: { title: 'Pears' }, ch2: { title: 'Tides', labels: ['Sea'] } },
  'firefox.json': { ff1: { title: 'Pears', labels: ['Garden', 'fruit', 'winter'] } },
  'karakeep.json': { k1: { labels: ['Top/Sub', 'a'], isArchived: true } },
  'diigo.csv': {
    d1: { labels: ['fruit', 'garden'], description: 'What I think of it', created: '2014-03-02' },
  },
  'excel-semicolon.csv': {
    e1: { title: 'A title', labels: ['a', 'b c'], isArchived: true },
    e2: { title: 'Semi;colon' },
  },
  'wallabag.csv': {
    wb1: { title: 'How to prune a pear tree', labels: ['garden', 'trees'] },
    wb2: { title: 'Tides' },
  },
  'excel-sep.csv': { e1: { title: 'A title', labels: ['a', 'b c'], isArchived: true } },
  'semi-quoted.csv': { q1: { title: 'One' } },
  'tabs.tsv': { t1: { title: 'A title', labels: ['a', 'b c'], isArchived: true } },
  'onetab.txt': {
    tab1: { title: 'The first tab' },
    'tab2?q=a|b': { title: 'Title with | bars' },
    tab3: {},
    tab4: { title: 'Second group' },
  },
  'pocket-html.html': {
    one: { labels: ['garden', 'to read'] },
    two: { title: '' },
    three: { isArchived: true },
  },
  'google-bookmarks.html': { g1: { title: 'Pears', labels: ['fruit', 'garden'] } },
  'pocket.csv': { p1: { title: 'A title in two lines', isArchived: true }, p2: {}, p3: {} },
  'mastodon-bookmarks.csv': { '@ada/1': {}, '@bob/2': {} },
  'raindrop.csv': { r1: { title: 'Pears, in winter', quotes: 2, isFavourite: true }, r2: {} },
  'readwise.csv': { rw1: { title: 'It\'s "pears"' } },
  'shaarli.html': { sh1: { title: 'Pears' } },
};
