import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { bibtex, type CitedPage, cslJson, markdownLink, markdownQuote } from '../../src/formats';
import { bookmark } from './items';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'a Bé漢\\{}"$&%#_~^,\n@=-') }),
);

const anyPage: fc.Arbitrary<CitedPage> = fc.record({
  ...{ url: fc.webUrl({ withQueryParameters: true, withFragments: true }), title: anyText },
  ...{ siteName: anyText, authors: fc.array(anyText, { maxLength: 4 }), lang: fc.constant('en') },
  published: fc.oneof(
    fc.constant(null),
    fc.string({ maxLength: 12 }),
    fc.tuple(fc.nat(9999), fc.nat(13), fc.nat(32)).map(([year, month, day]) => {
      const two = (part: number) => String(part).padStart(2, '0');
      return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
    }),
  ),
  created: fc.constant(bookmark().created),
});

const oneLine = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Reads an entry as BibTeX does: a brace counts, also after a backslash. */
function readBibtex(entry: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const head = /^@misc\{([a-z0-9]+),\n/.exec(entry);
  if (head === null) throw new Error(entry);
  fields.set('key', head[1] ?? '');
  let at = head[0].length;
  for (;;) {
    if (entry.slice(at) === '}\n') return fields;
    const name = /^ {2}([a-z]+) = \{/.exec(entry.slice(at));
    if (name === null) throw new Error(entry.slice(at));
    const start = at + name[0].length;
    let depth = 1;
    for (at = start; depth > 0; at += 1) {
      if (at >= entry.length) throw new Error('A brace is not closed');
      if (entry[at] === '{') depth += 1;
      if (entry[at] === '}') depth -= 1;
    }
    fields.set(name[1] ?? '', entry.slice(start, at - 1));
    expect(entry.slice(at, at + 2)).toBe(',\n');
    at += 2;
  }
}

const COMMANDS: Readonly<Record<string, string>> = {
  ...{ textbackslash: '\\', textbraceleft: '{', textbraceright: '}' },
  ...{ textasciitilde: '~', textasciicircum: '^' },
};

/** Reads LaTeX as it is typeset. */
const typeset = (text: string): string =>
  text.replace(/\\([a-z]+)\{\}|\\([$&%#_])|[{}]/g, (_, command, character) =>
    command === undefined ? (character ?? '') : (COMMANDS[command] ?? '?'),
  );

describe('a citation in BibTeX', () => {
  it('has authors, title, site, dates and address', () => {
    expect(bibtex(bookmark({ authors: ['Ann Author', 'Smith and Sons', 'Plato'] }))).toBe(
      `@misc{author2026harbour,
  author = {Ann Author and {Smith and Sons} and {Plato}},
  title = {{The harbour froze}},
  organization = {{Example}},
  date = {2026-01-02},
  year = {2026},
  url = {https://example.org/harbour},
  urldate = {2026-02-03},
}
`,
    );
  });

  it('is read as it was meant, with any text', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        const fields = readBibtex(bibtex(page));
        expect(typeset(fields.get('title') ?? '')).toBe(oneLine(page.title) || page.url);
        expect(typeset(fields.get('organization') ?? '')).toBe(oneLine(page.siteName));
        const names = page.authors.map(oneLine).filter((name) => name !== '');
        expect(namesOf(fields.get('author') ?? '')).toEqual(names);
        expect(fields.get('url')).not.toMatch(/[{}\\\s]/);
      }),
      {
        examples: [
          [bookmark({ title: '}{' })],
          [bookmark({ title: '\\' })],
          [bookmark({ authors: ['A and', 'and B', 'C AND D', 'a  and  b'] })],
        ],
      },
    );
  });

  it.each<[string | null, string | undefined]>([
    ['2026-01-02T10:00:00+02:00', '2026-01-02'],
    ['2026-02-30', '2026-02'],
    ['2026-13-01', '2026'],
    ['0000-01-01', undefined],
    ['yesterday', undefined],
    [null, undefined],
  ])('has of the date %j what is valid', (published, date) => {
    expect(readBibtex(bibtex(bookmark({ published }))).get('date')).toBe(date);
  });

  it('has a key of letters and digits in any language', () => {
    const key = (with_: Partial<CitedPage>) =>
      readBibtex(bibtex({ ...bookmark(), ...with_ })).get('key');
    expect(key({ authors: ['Zoë Müller'], title: 'Über Blätter' })).toBe('muller2026uber');
    expect(key({ authors: ['山田太郎'], siteName: '', title: '葉', published: null })).toBe(
      'page2026',
    );
  });
});

/** Divides names as BibTeX does: at `and` outside of braces. */
function namesOf(field: string): readonly string[] {
  const names = [''];
  let depth = 0;
  for (let at = 0; at < field.length; at += 1) {
    if (field[at] === '{') depth += 1;
    if (field[at] === '}') depth -= 1;
    const end = depth === 0 ? /^\s+and\s+/i.exec(field.slice(at)) : null;
    if (end === null) names.push(`${names.pop()}${field[at]}`);
    else {
      names.push('');
      at += end[0].length - 1;
    }
  }
  return names.map(typeset).filter((name) => name !== '');
}

describe('a citation in CSL-JSON', () => {
  it('is a list with a web page', () => {
    expect(
      JSON.parse(cslJson(bookmark({ authors: ['Ann B. Author', '山田 太郎', 'ACME, Inc.'] }))),
    ).toEqual([
      {
        id: 'author2026harbour',
        type: 'webpage',
        title: 'The harbour froze',
        author: [
          { given: 'Ann B.', family: 'Author' },
          { literal: '山田 太郎' },
          { literal: 'ACME, Inc.' },
        ],
        'container-title': 'Example',
        issued: { 'date-parts': [[2026, 1, 2]] },
        accessed: { 'date-parts': [[2026, 2, 3]] },
        URL: 'https://example.org/harbour',
        language: 'en',
      },
    ]);
  });

  it('has every name whole', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        const [{ author = [], title }] = JSON.parse(cslJson(page));
        const names = author.map(
          ({ literal, given, family }: Record<string, string>) => literal ?? `${given} ${family}`,
        );
        expect(names).toEqual(page.authors.map(oneLine).filter((name) => name !== ''));
        expect(title).toBe(page.title.replace(/\s+/g, ' ').trim() || page.url);
      }),
    );
  });
});

describe('a page that is copied as Markdown', () => {
  it('is a link with its title and address', () => {
    expect(markdownLink(bookmark({ title: 'A [b] *c*', url: 'https://e.org/a_(b)?c=d e' }))).toBe(
      '[A \\[b\\] \\*c\\*](https://e.org/a_\\(b\\)?c=d%20e)',
    );
    expect(markdownLink({ title: 'A', url: 'javascript:alert(1)' })).toBe('A');
  });

  it('is a quote with a link to it', () => {
    expect(markdownQuote('One.\n\n# Two', bookmark())).toBe(
      '> One.\n>\n> \\# Two\n>\n> — [The harbour froze](https://example.org/harbour)',
    );
  });

  it('is a link that leads back to the address, with any title', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        const [paragraph] = fromMarkdown(markdownLink(page)).children;
        const link =
          paragraph !== undefined && 'children' in paragraph ? paragraph.children[0] : null;
        expect(link).toMatchObject({ type: 'link' });
        if (link?.type !== 'link') return;
        expect(new URL(link.url).href).toBe(new URL(page.url).href);
        const text = link.children.map((child) => ('value' in child ? child.value : '?')).join('');
        expect(text).toBe(page.title.replace(/\s+/g, ' ').trim() || page.url);
      }),
    );
  });
});
