import { describe, expect, it } from 'vitest';
import { addressOfFile } from '../../src/domain/added-file';
import {
  chapterOf,
  highlightsToMarkdown,
  htmlPageOf,
  unconvertedText,
  writeCatalogue,
  writeCsv,
  writeFeed,
  writeMarkdown,
  writeNetscape,
} from '../../src/formats';
import { markdownLink, markdownQuote } from '../../src/formats/markdown/copy-as-markdown';
import { bookmark, CREATED, item, textOfStream } from './items';

const url = addressOfFile('ab'.repeat(32), 'Ice [1] & snow.pdf');
const ADDED = { url, domain: '', siteName: '' };
const added = bookmark(ADDED);
const HOST = 'file.leafmark.invalid';
const feed = {
  id: 'urn:f',
  title: 'Mine',
  author: 'ann',
  updated: CREATED,
  links: [{ rel: 'self', url: 'https://example.net/feed' }],
};

describe('a file from a disk, whose address leads nowhere', () => {
  it('is its title when it is copied as Markdown', () => {
    expect(markdownLink(added)).toBe('The harbour froze');
    expect(markdownQuote('One.', added)).toBe('> One.\n>\n> — The harbour froze');
  });

  it('has the name of the file where it has no title', () => {
    expect(markdownLink({ ...added, title: '' })).toBe('Ice \\[1] & snow.pdf');
    expect(highlightsToMarkdown({ title: '', url, highlights: [] })).toBe(
      '# Ice \\[1] & snow.pdf\n',
    );
  });

  it('has the name of the file as its source in Markdown', async () => {
    for (const layout of ['properties', 'heading'] as const) {
      const text = await textOfStream(writeMarkdown([item('<p>Ice.</p>', ADDED)], { layout }));
      expect(text).not.toContain(HOST);
      expect(text).toMatch(/Ice \\?\[1] & snow\.pdf/);
    }
  });

  it('has the name of the file as its source on a page and in a book', () => {
    const source = { bookmark: added, article: null, images: new Map<string, string>() };
    for (const text of [htmlPageOf(source), chapterOf({ ...source, number: 1 }).page]) {
      expect(text).not.toContain(HOST);
      expect(text).toContain('<p class="source">Ice [1] &amp; snow.pdf · Ann Author');
    }
    expect(unconvertedText(added).html).toContain('The original is at Ice [1] &amp; snow.pdf.');
  });

  it('has no link to its page in a feed and in a catalogue', () => {
    const book = { kind: 'book', id: 'urn:x:1', bookmark: added, links: [] } as const;
    for (const text of [writeFeed(feed, [book]), writeCatalogue(feed, [book])]) {
      expect(text).toContain('<id>urn:x:1</id>');
      expect(text).not.toContain(HOST);
    }
  });

  it('has an empty address in CSV', async () => {
    const [, row] = (await textOfStream(writeCsv([added]))).split('\r\n');
    expect(row).toMatch(/^,The harbour froze,/);
  });

  it('is not in a file for browsers', async () => {
    const text = await textOfStream(writeNetscape([added, bookmark()]));
    expect(text).not.toContain(HOST);
    expect(text.match(/<A /g)).toHaveLength(1);
  });
});
