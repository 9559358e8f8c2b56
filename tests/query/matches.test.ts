import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distinctTerms,
  indexText,
  matches,
  matchesLabels,
  parseTerms,
  parseTextQuery,
  patternOf,
  type SearchDocument,
  tokenise,
} from '../../src/query';

const document: SearchDocument = {
  title: 'The Café at the End',
  description: 'A short description',
  text: 'Well-known words stand here. 東京都は大きい。',
  sites: ['The Daily', 'www.news.example.co.uk'],
  authors: ['Ada Lovelace', 'Grace Hopper'],
  labels: ['to read', 'Science', 'sf'],
  notes: ['remember the milk'],
  quotes: ['a marked line'],
};

const finds = (search: string) => matches(parseTextQuery(search), document);

describe('a search that matches', () => {
  it.each([
    '',
    'cafe',
    'CAFÉ the',
    'end here description',
    '"well known"',
    'well-known',
    'desc*',
    'milk hopper science',
    '"marked line"',
    'author:"ada lovelace"',
    'author:hop*',
    'site:example.co.uk',
    'site:daily',
    'note:milk',
    'title:caf*',
    'label:"to read"',
    'label:sci*',
    'label:TO*',
    '-nothing',
    '-title:milk',
    '-label:science',
    '京都',
    '東京',
    '大',
    '!!!',
    '-"…"',
    'milk -milkshake',
  ])('finds the bookmark with %j', (search) => {
    expect(finds(search)).toBe(true);
  });
});

describe('a search that does not match', () => {
  it.each([
    'nothing',
    'caf',
    'cafe nothing',
    '"known well"',
    '-cafe',
    '-desc*',
    'title:milk',
    'author:"lovelace grace"',
    '"lovelace grace"',
    'label:science',
    'label:to',
    '-label:sf',
    '-label:S*',
    'site:example.com',
    '京東',
  ])('does not find the bookmark with %j', (search) => {
    expect(finds(search)).toBe(false);
  });
});

describe('distinctTerms', () => {
  const distinct = (search: string) =>
    distinctTerms(parseTextQuery(search).terms).map(({ text }) => text);

  it('keeps the first of the terms that look for the same', () => {
    expect(distinct('Café cafe "CAFÉ" café* cafe* -cafe -CAFE')).toEqual(['Café', 'café', 'cafe']);
    expect(distinct('well-known "well known" title:well-known')).toEqual([
      ...['well-known', 'well-known'],
    ]);
    expect(distinct('label:sf label:SF label:s* label:S* -label:sf')).toEqual([
      ...['sf', 'SF', 's', 'sf'],
    ]);
    expect(distinct('!!! … -"?" word')).toEqual(['!!!', '?', 'word']);
  });
});

const WHOLE = { isPrefix: false, isExcluded: false };

describe('matchesLabels', () => {
  const chosen = (expression: string) =>
    matchesLabels(parseTerms(expression, 'label'), document.labels);

  it('requires all labels, whole and case-sensitive', () => {
    expect(chosen('"to read" sf')).toBe(true);
    expect(chosen('to read')).toBe(false);
    expect(chosen('SF')).toBe(false);
    expect(chosen('sci* -fiction')).toBe(true);
    expect(chosen('sci* -sf')).toBe(false);
  });
});

describe('a text', () => {
  it('is found by each of its words, composed or not, in any case', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...'łØßıœÞ가은ىکةٱ١ʼ ab\u0640\u0301') }),
    );
    fc.assert(
      fc.property(text, (title) => {
        for (const word of title.split(/\s+/)) {
          for (const typed of [word, word.normalize('NFD'), word.normalize('NFC')]) {
            const terms = [{ kind: 'text', field: null, text: typed, ...WHOLE } as const];
            expect(matches({ terms }, { ...document, title }), `${title} by ${typed}`).toBe(true);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('an FTS5 index of our tokens', () => {
  const words = fc.constantFrom('cafe', 'Café', 'well-known', '東京', '東京都', '都', 'ab', 'abc');
  const text = (maxLength: number) =>
    fc.array(words, { minLength: 1, maxLength }).map((list) => list.join(' '));
  const searched = fc.record({ text: text(2), isPrefix: fc.boolean() });

  it('finds the same as the reference, and no phrase across two texts', () => {
    const database = new DatabaseSync(':memory:');
    database.exec(`CREATE VIRTUAL TABLE words USING fts5(body, tokenize = 'ascii')`);
    const insert = database.prepare('INSERT INTO words (rowid, body) VALUES (1, ?)');
    const find = database.prepare('SELECT count(*) AS found FROM words WHERE words MATCH ?');
    fc.assert(
      fc.property(fc.array(text(3), { maxLength: 4 }), searched, (authors, wanted) => {
        database.exec('DELETE FROM words');
        insert.run(indexText(authors));
        const pattern = patternOf(wanted.text, wanted.isPrefix)!;
        const match = `"${pattern.tokens.join(' ')}"${pattern.isPrefix ? '*' : ''}`;
        const term = { kind: 'text', field: 'author', isExcluded: false, ...wanted } as const;
        const expected = matches({ terms: [term] }, { ...document, authors });
        expect(find.get(match)?.found).toBe(Number(expected));
      }),
      { numRuns: 1000, examples: [[['ab cafe', 'abc'], { text: 'cafe abc', isPrefix: false }]] },
    );
    database.close();
  });
});

describe('pairs of characters', () => {
  it('find every occurrence of the characters and nothing else', () => {
    const kanji = fc.string({
      unit: fc.constantFrom(...'東京都庁日本'),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(kanji, kanji, (text, part) => {
        const found = matches(parseTextQuery(part), { ...document, title: text, text: '' });
        expect(found).toBe(text.includes(part));
        expect(tokenise(text)).toHaveLength([...text].length);
      }),
      { numRuns: 500 },
    );
  });
});
