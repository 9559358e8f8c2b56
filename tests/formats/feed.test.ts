// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { type Feed, writeFeed } from '../../src/formats';
import { feedProblems } from './feed-problems';
import { bookmark, CREATED, textOfStream } from './items';

describe('a feed', () => {
  const feed: Feed = {
    id: 'https://example.net/feed',
    title: 'Mine & yours',
    author: 'ann',
    selfUrl: 'https://example.net/api/bookmarks/feed?a=1&b=2',
    pageUrl: 'https://example.net/',
    updated: CREATED,
  };

  it('is well-formed Atom with all that Atom asks for', async () => {
    const entries = [
      { id: 'urn:x:1', bookmark: bookmark({ title: '<b>\u0000&', labels: ['a', 'a', '"'] }) },
      { id: 'urn:x:2', bookmark: bookmark({ url: 'not an address', authors: ['', 'B'] }) },
    ];
    const text = await textOfStream(writeFeed(feed, entries));
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">/,
    );
    expect(text).toContain(
      '<entry xml:lang="en"><id>urn:x:1</id><title>&lt;b&gt;&amp;</title><updated>2026-02-03T04:05:06Z</updated><published>2026-02-03T04:05:06Z</published><author><name>Ann Author</name></author><link rel="alternate" href="https://example.org/harbour"/><category term="a"></category><category term="&quot;"></category><summary>A winter.</summary></entry>',
    );
    expect(text).toContain('<author><name>B</name></author><category');
    expect(text).toContain('href="https://example.net/api/bookmarks/feed?a=1&amp;b=2"');
  });

  it('has what RFC 4287 asks for, whatever is in it', async () => {
    const entries = [
      { id: 'urn:x:1', bookmark: bookmark({ title: ']]>\u0001\ud800', description: '<![CDATA[' }) },
      {
        id: 'urn:x:2',
        bookmark: bookmark({ url: 'https://e.org/a b"<>', lang: '"', labels: ['\n'] }),
      },
    ];
    const text = await textOfStream(writeFeed(feed, entries));
    const root = new DOMParser().parseFromString(text, 'application/xml').documentElement;
    expect(feedProblems(root)).toEqual([]);
    expect(root.querySelector('link[rel="self"]')?.getAttribute('href')).toBe(feed.selfUrl);
  });
});
