import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../src/domain/time';
import { exportFileName, slug, uniqueSlugs, writeCsv, writeNetscape } from '../../src/formats';
import { streamText } from '../../src/formats/files/streams';
import { bookmark, CREATED, textOfStream } from './items';

/** The apostrophe keeps a spreadsheet from running it. */
const withoutFormula = (text: string) => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

describe('CSV', () => {
  it('has the columns of the service and CRLF', async () => {
    const rows = [
      bookmark(),
      bookmark({ title: 'A "b", c\nd', labels: ['x,y', '"z"'], isArchived: true, type: 'video' }),
      bookmark({ title: ' blank ', labels: [], isFavourite: true }),
    ];
    expect(await textOfStream(writeCsv(rows))).toBe(
      [
        'url,title,created,labels,is_archived,is_marked,type,note',
        'https://example.org/harbour,The harbour froze,2026-02-03T04:05:06Z,"[""ice"",""to read""]",false,false,article,',
        'https://example.org/harbour,"A ""b"", c\nd",2026-02-03T04:05:06Z,"[""x,y"",""\\""z\\""""]",true,false,video,',
        'https://example.org/harbour," blank ",2026-02-03T04:05:06Z,[],false,true,article,',
        '',
      ].join('\r\n'),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1", "''-1"])(
    'has an apostrophe before %j, which a spreadsheet would run',
    async (title) => {
      const row = (await textOfStream(writeCsv([bookmark({ title })]))).split('\r\n')[1] ?? '';
      expect(row).toMatch(/^https:\/\/example.org\/harbour,"?'/);
      expect(row).toContain(`'${title}`);
    },
  );

  it.each([' at the start', 'at the end ', 'a tab\t'])(
    'quotes white space at either end, which some programs trim: %j',
    async (title) => {
      const text = await textOfStream(writeCsv([bookmark({ title })]));
      expect(text).toContain(`harbour,"${title}",`);
    },
  );

  it.each(["it's", "'quoted'", 'a=b', ' =1'])('has %j as it is', async (title) => {
    const text = await textOfStream(writeCsv([bookmark({ title })]));
    expect(text).toMatch(new RegExp(`harbour,"?${title}"?,`));
  });

  it('has the same fields when another library reads it', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({ unit: fc.constantFrom(...`",\r\n\t =+-@'\ufeffa`), maxLength: 12 }),
    );
    const anyBookmark = fc
      .record({
        title: anyText,
        labels: fc.array(anyText, { maxLength: 3 }),
        isArchived: fc.boolean(),
        isFavourite: fc.boolean(),
        type: fc.constantFrom('article', 'photo', 'video'),
        note: anyText,
      })
      .map(bookmark);
    await fc.assert(
      fc.asyncProperty(fc.array(anyBookmark, { maxLength: 6 }), async (rows) => {
        const text = await textOfStream(writeCsv(rows));
        expect(parse(text, { columns: true, bom: false })).toEqual(
          rows.map(({ url, title, labels, isArchived, isFavourite, type, note }) => ({
            url,
            title: withoutFormula(title),
            created: '2026-02-03T04:05:06Z',
            labels: JSON.stringify(labels),
            is_archived: String(isArchived),
            is_marked: String(isFavourite),
            type,
            note: withoutFormula(note),
          })),
        );
      }),
    );
  });

  it('has only a header if there are no bookmarks', async () => {
    expect(await textOfStream(writeCsv([]))).toBe(
      'url,title,created,labels,is_archived,is_marked,type,note\r\n',
    );
  });
});

describe("a browser's bookmark file", () => {
  it('has an escaped entry for each bookmark with its description', async () => {
    const text = await textOfStream(
      writeNetscape([
        bookmark({ title: 'A <b> & "c"', url: 'https://example.org/?a=1&b="2"' }),
        bookmark({ description: '', labels: ['a,b'], isArchived: true, isFavourite: true }),
        bookmark({ note: 'For Ada,\n"soon"', labels: [] }),
      ]),
    );
    expect(text).toMatch(/^<!DOCTYPE NETSCAPE-Bookmark-file-1>\n/);
    expect(text).toContain(
      '<DT><A HREF="https://example.org/?a=1&amp;b=&quot;2&quot;" ADD_DATE="1770091506" LAST_MODIFIED="1770091506" TAGS="ice,to read" TOREAD="1">A &lt;b&gt; &amp; &quot;c&quot;</A>\n    <DD>A winter.\n',
    );
    expect(text).toContain(
      'TAGS="a,b" LABELS="[&quot;a,b&quot;]" TOREAD="0" STARRED="1">The harbour froze</A>\n',
    );
    expect(text).toContain(
      'NOTE="For Ada,\n&quot;soon&quot;" DESCRIPTION="A winter.">The harbour froze</A>\n    <DD>For Ada, &quot;soon&quot;\n</DL>',
    );
  });
});

describe('the name of an exported file', () => {
  it.each([
    ['The Harbour, Frozen!', 'the-harbour-frozen'],
    ['../../etc/passwd', 'etc-passwd'],
    ['Ünïcode 漢字 हिन्दी', 'ünïcode-漢字-हिन्दी'],
    ['CON', 'bookmark'],
    ['…', 'bookmark'],
    ['', 'bookmark'],
    [`${'word '.repeat(40)}`, Array(16).fill('word').join('-')],
    ['長'.repeat(300), '長'.repeat(20)],
  ])('is made from %j as %j', (title, name) => {
    expect(slug(title)).toBe(name);
  });

  it('is made only once by one function, also for a system that ignores case', () => {
    const nameOf = uniqueSlugs();
    const titles = ['A', 'a', 'A 2', 'ａ', '…', 'CON'];
    expect(titles.map(nameOf)).toEqual(['a', 'a-2', 'a-2-2', 'ａ-3', 'bookmark', 'bookmark-2']);
  });

  it('ends with the day and the extension', () => {
    expect(exportFileName('A title', CREATED, 'epub')).toBe('a-title-2026-02-03.epub');
    expect(exportFileName('A title', unixMs(0), 'md')).toBe('a-title-1970-01-01.md');
  });
});

describe('streamText', () => {
  it('produces no more text than is read', async () => {
    let made = 0;
    const pieces = function* () {
      for (; ; made += 1) yield 'x'.repeat(20_000);
    };
    const reader = streamText(pieces()).getReader();
    await reader.read();
    await reader.cancel();
    expect(made).toBeLessThan(4);
  });

  it('reports an error of its source to its reader', async () => {
    const pieces = function* () {
      yield 'x';
      throw new Error('The disk is gone');
    };
    await expect(textOfStream(streamText(pieces()))).rejects.toThrow('The disk is gone');
  });
});
