import { describe, expect, it } from 'vitest';
import {
  IMPORT_FORMATS,
  type ImportedEntry,
  type ImportFormat,
  type ImportStep,
  recogniseFile,
} from '../../../src/formats';
import { fixture } from './fixtures';
import { at, entry, highlight, importOf } from './run';

const SITE = 'https://example.org/';
const JAN_1 = at('2026-01-01');
const JAN_2 = at('2026-01-02');
const JAN_3 = at('2026-01-03');

const taken = ({ url, ...with_ }: Partial<ImportedEntry> & { url: string }): ImportStep => ({
  kind: 'entry',
  entry: entry({ url: SITE + url, ...with_ }),
});

const skipped = (row: number, reason: string, text: string) => ({
  kind: 'skipped',
  row,
  reason,
  text,
});

const read = { isArchived: true, readProgress: 100 };

/** The entries of each file, in the order in which bookmarks are created. */
const CASES: readonly (readonly [ImportFormat, string, readonly unknown[]])[] = [
  [
    'browser',
    'browser.html',
    [
      skipped(4, 'not-a-web-address', 'javascript:alert(document.cookie)'),
      skipped(3, 'not-a-web-address', 'place:type=6&sort=14'),
      taken({
        url: 'bread',
        title: 'Bread',
        description: 'Takes two days',
        labels: ['baking', 'slow food', 'Recipes'],
        folders: ['Recipes'],
        created: JAN_1,
      }),
      taken({ url: 'first', title: 'First & best', created: JAN_2 }),
    ],
  ],
  [
    'goodlinks',
    'goodlinks.json',
    [
      taken({
        url: 'first',
        title: 'First',
        description: 'What it is about',
        authors: ['Ann Author'],
        labels: ['tea', 'slow food'],
        isFavourite: true,
        readProgress: 100,
        created: JAN_1,
      }),
      taken({ url: 'second', created: JAN_2 }),
    ],
  ],
  [
    'instapaper',
    'instapaper.csv',
    [
      taken({
        url: 'folder',
        title: 'In a folder',
        labels: ['tea', 'slow food', 'Recipes'],
        created: JAN_1,
      }),
      taken({
        url: 'archived',
        title: 'Archived, with a comma',
        excerpt: 'Some words of the page',
        ...read,
        created: JAN_2,
      }),
      taken({
        url: 'starred',
        title: 'Starred',
        labels: ['tea'],
        isFavourite: true,
        created: JAN_3,
      }),
    ],
  ],
  [
    'karakeep',
    'karakeep.json',
    [
      skipped(4, 'no-address', 'A scan'),
      skipped(3, 'no-address', 'Buy tea'),
      taken({ url: 'second', created: JAN_2 }),
      taken({
        url: 'first',
        title: 'First',
        siteName: 'Example',
        authors: ['Ann Author'],
        description: 'What it is about',
        note: 'Read again',
        labels: ['tea', 'slow food', 'Kitchen/Drinks'],
        folders: ['Kitchen/Drinks'],
        ...read,
        created: JAN_1,
      }),
    ],
  ],
  [
    'linkding',
    'linkding.html',
    [
      taken({ url: 'second', title: 'Second', created: JAN_1 }),
      taken({
        url: 'first',
        title: 'First',
        description: 'What it is about',
        note: 'Read & again',
        labels: ['tea', 'slow-food'],
        ...read,
        created: JAN_2,
      }),
    ],
  ],
  [
    'linkwarden',
    'linkwarden.json',
    [
      taken({
        url: 'first',
        title: 'First <page>',
        description: 'What it is about',
        labels: ['tea', 'slow food', 'Kitchen/Tea & coffee'],
        folders: ['Kitchen/Tea & coffee'],
        isFavourite: true,
        created: JAN_1,
      }),
      skipped(2, 'no-address', 'A scan'),
    ],
  ],
  [
    'omnivore-zip',
    'omnivore/',
    [
      skipped(3, 'in-trash', `${SITE}deleted`),
      taken({ url: 'open', title: 'Open', readProgress: 42, created: JAN_1 }),
      taken({
        url: 'archived',
        title: 'Archived',
        description: 'What it is about',
        note: 'A note on the whole page',
        authors: ['Ann Author'],
        labels: ['tea', 'slow food'],
        ...read,
        created: JAN_2,
        published: '2025-12-31T00:00:00Z',
        html: '<div><p>The leaves need time. They open slowly.</p></div>',
        highlights: [
          highlight({ quote: 'The leaves need time.', note: 'How long?\n\nThree minutes.' }),
          highlight({ quote: 'They open\nslowly.' }),
        ],
      }),
    ],
  ],
  [
    'pinboard',
    'pinboard.json',
    [
      taken({
        url: 'unread',
        title: 'Unread',
        note: 'What it is about',
        labels: ['tea', 'slow-food'],
        created: JAN_2,
      }),
      taken({ url: 'read', title: 'Read', ...read, created: JAN_1 }),
    ],
  ],
  [
    'pinboard-html',
    'pinboard.html',
    [
      taken({ url: 'read', title: 'Read', ...read, created: JAN_1 }),
      taken({
        url: 'unread',
        title: 'Unread',
        note: 'What it is about',
        labels: ['tea', 'slow-food'],
        created: JAN_2,
      }),
    ],
  ],
  [
    'pocket-file',
    'pocket/',
    [
      taken({ url: 'archived', ...read, created: JAN_1 }),
      taken({
        url: 'unread',
        title: 'Unread, with a comma',
        labels: ['tea', 'slow food'],
        created: JAN_2,
        highlights: [
          highlight({ quote: 'The leaves need time.', created: at('2026-01-02T00:01Z') }),
        ],
      }),
    ],
  ],
  [
    'raindrop-csv',
    'raindrop.csv',
    [
      taken({ url: 'first', title: 'First', created: JAN_1 }),
      taken({
        url: 'second',
        title: 'Second',
        description: 'What it is "about"',
        note: 'Read again',
        labels: ['tea', 'slow food', 'Kitchen/Drinks'],
        isFavourite: true,
        created: JAN_2,
        highlights: [
          highlight({ quote: 'The leaves need time.' }),
          highlight({ quote: 'They open slowly.' }),
        ],
      }),
    ],
  ],
  [
    'raindrop-html',
    'raindrop.html',
    [
      taken({ url: 'first', title: 'First', created: JAN_1 }),
      taken({
        url: 'second',
        title: 'Second',
        description: 'What it is about',
        labels: ['tea', 'slow food', 'Kitchen'],
        folders: ['Kitchen'],
        isFavourite: true,
        created: JAN_2,
      }),
    ],
  ],
  [
    'readwise',
    'readwise.csv',
    [
      skipped(4, 'not-a-web-address', 'mailto:reader-forwarded-email/1'),
      skipped(3, 'only-a-feed-item', `${SITE}feed`),
      taken({ url: 'archived', title: 'Archived', ...read, created: JAN_1 }),
      taken({
        url: 'later',
        title: 'Later',
        labels: ['tea', "slow food's"],
        readProgress: 26,
        created: JAN_2,
      }),
    ],
  ],
  [
    'shaarli',
    'shaarli.html',
    [
      skipped(2, 'not-a-web-address', '/shaare/WDWyig'),
      taken({
        url: 'first',
        title: 'First',
        note: 'What it is <about>',
        labels: ['tea', 'slow-food'],
        created: JAN_2,
      }),
    ],
  ],
  [
    'text',
    'addresses.txt',
    [skipped(3, 'not-a-web-address', 'Buy tea'), taken({ url: 'second' }), taken({ url: 'first' })],
  ],
  [
    'wallabag-json',
    'wallabag.json',
    [
      taken({
        url: 'first',
        title: 'First',
        siteName: 'example.org',
        authors: ['Ann Author'],
        lang: 'en-GB',
        labels: ['tea', 'slow food'],
        isFavourite: true,
        ...read,
        created: JAN_1,
        published: '2025-12-31T00:00:00Z',
        html: '<p>The leaves need time.</p>',
        highlights: [
          highlight({
            quote: 'need time',
            range: { start: '/p[1]', startOffset: 11, end: '/p[1]', endOffset: 20 },
            note: 'How long?',
            created: JAN_2,
          }),
        ],
      }),
      taken({ url: 'second', title: 'Second', siteName: 'example.org', created: JAN_2 }),
    ],
  ],
];

describe.each(CASES)('a file of %s', (format, name, steps) => {
  it('is recognised by its content', async () => {
    expect(await recogniseFile(await fixture(name))).toEqual({ ok: true, value: format });
  });

  it('is read with all that Leafmark can keep', async () => {
    const found = await importOf(format, await fixture(name), { hasLabelsFromFolders: true });
    expect(found).toEqual(steps);
  });
});

describe('the formats', () => {
  // transfer/documents.test.ts has the documents.
  it('all have a file in this test, apart from the general CSV and documents', () => {
    const tested = new Set<string>(CASES.map(([format]) => format));
    expect(Object.keys(IMPORT_FORMATS).filter((format) => !tested.has(format))).toEqual([
      'csv',
      'pdf',
    ]);
  });
});
