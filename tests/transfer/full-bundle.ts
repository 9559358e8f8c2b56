import { BOOKMARK_FIELD_NAMES, PAGE_VALUE_FIELDS } from '../../src/domain/bookmark-fields';
import { blankValues, DETAIL_FIELDS } from '../../src/domain/bookmark-values';
import { sha256 } from '../../src/domain/hash';
import { DEFAULT_RETENTION } from '../../src/domain/retention';
import { writeZip } from '../../src/formats/files/write-zip';

// A bundle in which each field of the schema has a value.

/** The entries of a bundle by name: JSON, the list of the lines, a text, or bytes. */
export type Entries = Readonly<Record<string, unknown>>;

const TIME = 1_700_000_000_000;
const bytesOf = (text: string) => new TextEncoder().encode(text);

const TEXTS: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(blankValues()).map(([name, blank]) => [name, blank === '' ? `A ${name}` : blank]),
);
const VALUES: Readonly<Record<string, unknown>> = {
  ...TEXTS,
  authors: ['Ada', 'Grace'],
  published: '2026-01-02',
  textDirection: 'ltr',
  wordCount: 4,
  readingTimeMinutes: 1,
  labels: ['work', 'büro'],
  isFavourite: true,
  readProgress: 40,
};

const PLACE = {
  start: 0,
  end: 4,
  textLength: 20,
  textHash: 'h',
  wordsHash: '3-abc',
  rivalScore: 1.5,
  similarScore: 0.5,
  rivalCount: 2,
};
const QUOTE = { exact: 'lamp', prefix: 'The ', suffix: ' shines' };
const HIGHLIGHT = {
  id: 'h1',
  bookmarkId: 'a',
  quote: QUOTE,
  position: PLACE,
  pagePosition: PLACE,
  doubt: 'unsure',
  color: 'red',
  note: 'Why?',
  review: '2026-01-09/8',
  isNoteOnly: false,
  refused: [{ ...QUOTE, prefix: 'Another ' }],
  created: TIME,
  updated: TIME,
};

/** A page with everything, one that is only an address, and one in the trash. */
const pagesOf = (icon: string, image: string, shown: string) => {
  const full = {
    id: 'a',
    url: 'https://example.org/a',
    ...VALUES,
    addressOnly: null,
    icon,
    image,
    created: TIME,
    updated: TIME,
    trashedAt: null,
    originalValues: Object.fromEntries(PAGE_VALUE_FIELDS.map((name) => [name, VALUES[name]])),
    hasPageValues: true,
    canonicalKey: 'https://example.org/canonical',
    keywords: ['a keyword'],
    isLocalOnly: true,
    hasOwnArticle: true,
    article: {
      file: 'articles/a.html',
      structure: 'structures/a.json',
      capturedAt: TIME,
      textLength: 20,
      wordCount: 4,
      images: [
        { url: 'https://example.org/shown.png', width: 10, height: 20, hash: shown },
        {
          url: 'https://example.org/lost.png',
          width: 10,
          height: 20,
          hash: null,
          reason: 'too-large',
        },
      ],
      iconUrl: 'https://example.org/icon.png',
      imageUrl: 'https://example.org/lead.png',
      report: {
        words: 4,
        imagesKept: 1,
        imagesDropped: 1,
        warnings: ['text-only'],
        rules: { removed: 1, kept: 2, refused: 3 },
        kind: 'article',
      },
    },
  };
  const plain = Object.fromEntries(BOOKMARK_FIELD_NAMES.map((name) => [name, blankValues()[name]]));
  const address = {
    ...plain,
    icon: null,
    image: null,
    created: TIME,
    updated: TIME,
    trashedAt: null,
    addressOnly: 'pdf',
  };
  return [
    full,
    { id: 'b', url: 'https://example.org/b', ...address, title: 'Only an address' },
    { id: 'c', url: 'https://example.org/c', ...address, title: 'In the trash', trashedAt: TIME },
  ];
};

const STRUCTURE = {
  nodes: [{ parent: -1, tag: 'p', names: [{ in: 'class', value: 'story' }] }],
  blocks: [{ node: 0, key: 7, letters: 20 }],
  removed: [{ node: 0, html: '<p>Share</p>', letters: 5, by: 'rule', rule: 'r1', after: 7 }],
};

const RULE = {
  id: 'r1',
  site: 'example.org',
  action: 'keep',
  path: { steps: [{ tag: 'p', names: [{ in: 'class', value: 'note' }] }], text: 'Mind the lamp' },
  label: 'Mind the lamp',
  created: TIME,
};

const COLLECTION = {
  id: 'c1',
  name: 'Later',
  isPinned: true,
  search: 'lamp',
  title: 'a',
  author: 'b',
  site: 'c',
  labels: 'work',
  note: 'd',
  types: ['article'],
  readStatus: ['unread'],
  isFavourite: true,
  isArchived: false,
  isLoaded: true,
  hasErrors: false,
  hasLabels: true,
  hasAnnotations: false,
  rangeStart: '2026-01-01',
  rangeEnd: '2026-02-01',
  localSearch: 'is:unread',
  created: TIME,
  updated: TIME,
};

export async function fullEntries(): Promise<Entries> {
  const images = ['icon', 'lead', 'shown'];
  const [icon = '', lead = '', shown = ''] = await Promise.all(
    images.map((text) => sha256(bytesOf(text))),
  );
  return {
    'leafmark.json': { format: 'leafmark-library', version: 1, part: null },
    'articles/a.html': '<p>The lamp shines.</p>',
    'structures/a.json': STRUCTURE,
    [`images/${icon}.png`]: bytesOf('icon'),
    [`images/${lead}.png`]: bytesOf('lead'),
    [`images/${shown}.png`]: bytesOf('shown'),
    'bookmarks/000001.jsonl': pagesOf(icon, lead, shown),
    'highlights/000001.jsonl': [HIGHLIGHT],
    'collections.jsonl': [COLLECTION],
    'labels.jsonl': [{ label: 'work', color: 'red' }],
    'different-pages.jsonl': [['a', 'b']],
    'site-rules.jsonl': [RULE],
    'deleted-highlights.jsonl': [
      {
        url: 'https://example.org/b',
        highlight: { ...HIGHLIGHT, id: 'h2', bookmarkId: 'b', note: 'Not any more' },
      },
    ],
    'drafts.jsonl': [
      {
        urlKey: 'https://example.org/b',
        label: 'wo',
        enteredLabels: 'work',
        ...Object.fromEntries(DETAIL_FIELDS.map((name) => [name, 'Begun'])),
        updated: TIME,
      },
    ],
    'library.json': { retention: { ...DEFAULT_RETENTION }, readingDays: [20_000, 20_010] },
    'settings.json': { toolbarClick: 'open' },
    'summary.json': { bookmarks: 3, articles: 1, highlights: 1, images: 3, collections: 1 },
  };
}

export async function bundleWith(entries: Entries): Promise<Blob> {
  const zip = Object.entries(entries).map(([name, content]) => ({ name, bytes: toBytes(content) }));
  return new Blob((await Array.fromAsync(writeZip(zip))) as BlobPart[]);
}

function toBytes(content: unknown): Uint8Array {
  if (content instanceof Uint8Array) return content;
  if (typeof content === 'string') return bytesOf(content);
  const lines = Array.isArray(content) ? content : [content];
  return bytesOf(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
