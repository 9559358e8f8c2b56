import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Feed, writeFeed } from '../../src/formats';
import { feedProblems } from './feed-problems';
import { bookmark, CREATED } from './items';

describe('a feed', () => {
  const feed: Feed = {
    id: 'https://example.net/feed',
    title: 'Mine & yours',
    author: 'ann',
    updated: CREATED,
    links: [{ rel: 'self', url: 'https://example.net/api/bookmarks/feed?a=1&b=2' }],
  };

  it('is well-formed Atom with all elements that Atom requires', () => {
    const entries = [
      { id: 'urn:x:1', bookmark: bookmark({ title: '<b>\u0000&', labels: ['a', 'a', '"'] }) },
      { id: 'urn:x:2', bookmark: bookmark({ authors: ['', 'B'] }) },
    ];
    const text = writeFeed(feed, entries);
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">/,
    );
    expect(text).toContain(
      '<entry xml:lang="en"><id>urn:x:1</id><title>&lt;b&gt;&amp;</title><updated>2026-02-03T04:05:06Z</updated><published>2026-02-03T04:05:06Z</published><author><name>Ann Author</name></author><link rel="alternate" href="https://example.org/harbour"/><category term="a"></category><category term="&quot;"></category><summary>A winter.</summary></entry>',
    );
    expect(text).toContain('<author><name>B</name></author><link');
    expect(text).toContain('href="https://example.net/api/bookmarks/feed?a=1&amp;b=2"');
    expect(feedProblems(text)).toEqual([]);
  });

  it('is valid by the grammar of RFC 4287 with any content', () => {
    const words = fc.oneof(
      fc.constantFrom(']]>', '<![CDATA[', '\u0001', '\ud800', '\ufffe', '&amp;', '"', '\n', ''),
      fc.string({ unit: 'binary' }),
    );
    const address = fc.oneof(
      fc.constantFrom('https://e.org/a b"<>', 'https://bücher.example/ü', 'https://e.org/%zz'),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
    );
    const anyBookmark = fc.record({
      title: words,
      description: words,
      url: address,
      lang: fc.oneof(fc.constantFrom('en-GB', 'en_GB', 'de-x', '"'), words),
      labels: fc.array(words, { maxLength: 3 }),
      authors: fc.array(words, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(anyBookmark, { maxLength: 4 }), words, (some, author) => {
        const entries = some.map((fields, index) => ({
          id: `urn:x:${index}`,
          bookmark: bookmark(fields),
        }));
        const text = writeFeed({ ...feed, author, title: author }, entries);
        expect(feedProblems(text)).toEqual([]);
      }),
    );
  });
});

describe('the feed checker', () => {
  const link = '<link rel="self" href="https://a.org/"/>';
  const dates = '<updated>2026-01-01T00:00:00Z</updated>';
  const by = '<author><name>Ann</name></author>';
  const feedOf = (inside: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:x</id><title>T</title>${inside}</feed>`;
  const entryOf = (inside: string) =>
    feedOf(`${link}${dates}${by}<entry><id>urn:y</id><title>E</title>${inside}</entry>`);

  it('accepts what is allowed', () => {
    const more = '<x:y xmlns:x="urn:z" a="b"><x:c/>d</x:y>';
    const text =
      '<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a</div></summary>';
    expect(feedProblems(feedOf(`${by}${link}${dates}${more}`))).toEqual([]);
    expect(feedProblems(entryOf(`<link href="urn:b"/>${text}${dates}${more}`))).toEqual([]);
  });

  it.each([
    ['no XML', '<feed>'],
    ['no feed', '<rss version="2.0"/>'],
    ['no author', feedOf(`${link}${dates}<entry><id>urn:y</id><title/>${dates}</entry>`)],
    ['no date', feedOf(`${link}${by}`)],
    ['an invalid date', feedOf(`${link}${by}<updated>yesterday</updated>`)],
    ['a date without a zone', feedOf(`${link}${by}<updated>2026-01-01T00:00:00</updated>`)],
    ['two titles', feedOf(`${link}${by}${dates}<title>U</title>`)],
    ['an element that Atom does not define', feedOf(`${link}${by}${dates}<name>x</name>`)],
    ['an attribute that Atom does not define', feedOf(`${by}${dates}<link rel="self" src="x"/>`)],
    ['an entry without a link', entryOf(dates)],
    ['an entry with two links', entryOf(`${dates}<link href="urn:b"/><link href="urn:c"/>`)],
    ['an invalid address', entryOf(`${dates}<link href="a b"/>`)],
    ['a category without a term', entryOf(`${dates}<link href="urn:b"/><category/>`)],
  ])('reports %s', (_what, text) => {
    expect(feedProblems(text)).not.toEqual([]);
  });
});
