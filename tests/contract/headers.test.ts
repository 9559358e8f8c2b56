import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BOOKMARKS_PAGE_SIZE,
  formatETag,
  formatLink,
  formatPageHeaders,
  matchesETag,
  pageFor,
  parseLinks,
  parsePageHeaders,
} from '../../src/contract/index';

const url = new URL(
  'https://read.example/base/api/bookmarks?type=photo&type=video&limit=10&offset=20',
);
const joined = (headers: { readonly Link: readonly string[] }) =>
  new Headers({ ...headers, Link: headers.Link.join(', ') });

describe('formatPageHeaders', () => {
  it('counts items and links to neighbouring pages with the other parameters kept', () => {
    const headers = formatPageHeaders(url, { limit: 10, offset: 20 }, 55);
    expect(headers).toMatchObject({
      'Total-Count': '55',
      'Total-Pages': '6',
      'Current-Page': '3',
    });
    const base = 'https://read.example/base/api/bookmarks?type=photo&type=video&limit=10';
    expect(headers.Link).toEqual([
      `<${base}&offset=10>; rel="previous"`,
      `<${base}&offset=30>; rel="next"`,
      `<${base}&offset=0>; rel="first"`,
      `<${base}&offset=50>; rel="last"`,
    ]);
  });

  it('has only the `first` link when there is one page', () => {
    const headers = formatPageHeaders(url, { limit: 10, offset: 0 }, 10);
    expect(headers.Link).toHaveLength(1);
    expect(headers.Link[0]).toContain('rel="first"');
  });

  it('leaves out links that would repeat a long query', () => {
    const page = { limit: 10, offset: 20 };
    const linksFor = (ids: number) => {
      const long = new URL(`https://a/?${'id=abcdefghijklmnopqrstuv&'.repeat(ids)}`);
      return formatPageHeaders(long, page, 55).Link;
    };
    expect(linksFor(30)).toHaveLength(4);
    expect(linksFor(2400)).toEqual([]);
    expect(formatPageHeaders(url, page, 55)['Total-Pages']).toBe('6');
  });

  it('leads from the first page to the last through each item once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 100 }),
        (total, limit) => {
          const seen: number[] = [];
          for (let next: string | null = `https://a/?offset=0`; next !== null; ) {
            const offset = Number(new URL(next).searchParams.get('offset'));
            for (let at = offset; at < Math.min(offset + limit, total); at++) seen.push(at);
            const headers = formatPageHeaders(new URL(next), { limit, offset }, total);
            next = parsePageHeaders(joined(headers)).next;
          }
          expect(seen).toEqual(Array.from({ length: total }, (_, at) => at));
        },
      ),
    );
  });

  it('is parsed with `prev`, and without numbers', () => {
    const headers = new Headers({ Link: '<https://a/>; rel=prev', 'Total-Count': 'many' });
    expect(parsePageHeaders(headers)).toEqual({
      total: null,
      pages: null,
      current: null,
      next: null,
      previous: 'https://a/',
    });
  });
});

describe('pageFor', () => {
  it.each([
    [{}, 50, 0],
    [{ limit: 0, offset: 7 }, 50, 7],
    [{ limit: 100 }, 100, 0],
    [{ limit: 5000 }, 100, 0],
  ])('selects the page for %j', (requested, limit, offset) => {
    expect(pageFor(requested, BOOKMARKS_PAGE_SIZE)).toEqual({ limit, offset });
  });
});

describe('parseLinks', () => {
  it('reads several joined headers with commas in addresses', () => {
    expect(
      parseLinks(
        '<https://a/?q=1,2>; rel="next", <https://b/>; type="text/html"; rel="alternate x"',
      ),
    ).toEqual([
      { url: 'https://a/?q=1,2', rel: 'next' },
      { url: 'https://b/', rel: 'alternate', type: 'text/html' },
      { url: 'https://b/', rel: 'x', type: 'text/html' },
    ]);
  });

  it('reads back what formatLink wrote', () => {
    const link = { url: 'https://a/b?c=d', rel: 'alternate', type: 'text/html' };
    expect(parseLinks(formatLink(link))).toEqual([link]);
  });

  it('reads the valid links next to malformed ones', () => {
    const header = '<a <https://a/>; rel="x, y";title="a \\" < b", <https://b/>; rel=next; bad, <';
    expect(parseLinks(header)).toEqual([
      { url: 'a <https://a/', rel: 'x,' },
      { url: 'a <https://a/', rel: 'y' },
      { url: 'https://b/', rel: 'next' },
    ]);
  });

  it.each([
    ['beginnings of an address', '<'.repeat(160_000)],
    ['quotes that do not end', '<a>;b="'.repeat(20_000)],
    ['blanks behind an address', `<a>${' '.repeat(160_000)}x`],
    ['parameters', `<a>${';a'.repeat(80_000)}`],
  ])('reads a header of 160,000 %s in linear time', { tags: ['full'] }, (_what, header) => {
    const timeOf = (run: () => unknown) => {
      const start = process.threadCpuUsage();
      run();
      const { user, system } = process.threadCpuUsage(start);
      return user + system;
    };
    const copying = timeOf(() => {
      for (let times = 0; times < 200; times += 1) [...header].join('');
    });
    expect(timeOf(() => parseLinks(header))).toBeLessThan(copying);
  });

  it('ignores the part of a header beyond the maximum length', () => {
    const padding = `<https://a/${'x'.repeat(20_000)}>; rel="first", `;
    expect(parseLinks(`${padding}<https://b/>; rel="next"`)).toEqual([]);
  });

  it.each([null, '', 'nonsense', '<https://a/>', '<<<>>;;;rel'])(
    'finds no links in %j',
    (header) => {
      expect(parseLinks(header)).toEqual([]);
    },
  );
});

describe('entity tags', () => {
  it('are quoted and differ by the coding of the body', () => {
    expect(formatETag('a1b2')).toBe('"a1b2"');
    expect(formatETag('a1b2', 'gzip')).toBe('"a1b2-gzip"');
  });

  it.each(['"a1b2"', 'a1b2', 'W/"a1b2"', 'a1b2-gzip', '"a1b2-zstd"', '"x", "a1b2"', '*'])(
    'match %s',
    (header) => {
      expect(matchesETag(header, 'a1b2')).toBe(true);
    },
  );

  it.each([null, undefined, '', '"a1b3"', 'a1b', '"a1b2x"'])('do not match %s', (header) => {
    expect(matchesETag(header, 'a1b2')).toBe(false);
  });
});
