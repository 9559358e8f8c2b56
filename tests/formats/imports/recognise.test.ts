import { describe, expect, it } from 'vitest';
import { type KnownFormat, recogniseFile } from '../../../src/formats';
import { blobOf } from './run';
import { zipOf } from './zips';

const A = 'https://example.org/a';
const NETSCAPE = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n';
const link = (attributes: string) => `<DT><A HREF="${A}" ${attributes}>A</A>`;

const recognise = (file: string | Blob) =>
  recogniseFile(typeof file === 'string' ? blobOf(file) : file);

describe('recogniseFile', () => {
  it.each<[KnownFormat, string]>([
    ['browser', `${NETSCAPE}<TITLE>Bookmarks</TITLE>${link('ADD_DATE="1"')}`],
    ['browser', `<html><ul><li><a href="${A}">A</a></ul>`],
    ['browser', `<html><title>My pages</title><h1>Tea</h1><ol><li><a href="${A}">A</a></li></ol>`],
    [
      'browser',
      `<DL><p><DT><H3>Tea</H3><DL><DT><A HREF="${A}">A</A><DD>${'Words. '.repeat(30)}</DL>`,
    ],
    ['browser', `<html><body><ul>${`<li>\n<a href="${A}">A page</a> (2021)</li>`.repeat(9)}</ul>`],
    ['pinboard-html', `${NETSCAPE}<TITLE>Pinboard Bookmarks</TITLE>${link('TOREAD="1"')}`],
    ['raindrop-html', `${NETSCAPE}<TITLE>Raindrop.io Bookmarks</TITLE>${link('TAGS="a"')}`],
    ['shaarli', `${NETSCAPE}<!-- Shaarli all bookmarks export on 2026/01/01 -->${link('')}`],
    ['linkding', `${NETSCAPE}\r${link('ADD_DATE="1" PRIVATE="1" TOREAD="0" TAGS="a"')}\n\r`],
    ['csv', `\ufefftitle,URL\nA,${A}\n`],
    ['csv', `Titel;Adresse;Tags\nOne;${A};x\n`],
    ['csv', `Co\tKde\nOne\t${A}\n`],
    ['csv', `"A page",${A},2021-01-02\n"B, the page",${A}b,2021-01-03\n`],
    ['csv', `${A};My page\n${A}b;Another page\n`],
    ['text', `${A},12.html\n${A}b,13.html\n`],
    ['text', `${A} One, a page\n${A}b Two, a page\n`],
    ['text', `${A},A page\n`],
    ['text', `My links\n${A},1234.html\n`],
    ['text', `Links to read\n${A} The first page\n${A}b The second page\n`],
    ['text', `Bookmarks\n\n${A}\n${A}b, ${A}c\n`],
    ['csv', `URL\n${A}\n${A}b\n`],
    ['text', `# Links\n- URL, title\n- One: ${A}, a page\n`],
    ['text', `My list\nLinks, notes\n${A} One, a page\n`],
    ['instapaper', 'URL,Title,Selection,Folder,Timestamp,Tags\n'],
    ['pocket-file', 'title,url,time_added,tags,status\n'],
    ['raindrop-csv', 'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n'],
    ['readwise', 'Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\n'],
    ['goodlinks', `[{"url":"${A}","addedAt":1}]`],
    ['pinboard', ` [{"href":"${A}"}]`],
    ['wallabag-json', `[{"is_archived":0,"url":"${A}"}]`],
    ['linkwarden', `{"name":"Ann","collections":[{"links":[]}]}`],
    ['karakeep', `{"bookmarks":[{"tags":[]}]}`],
    ['text', `\n${A}\nhttps://example.org/b\n`],
    ['text', `<${A}>\n`],
    ['text', `My list\n- The first: ${A}\n`],
  ])('finds %s by its content (%#)', async (format, file) => {
    expect(await recognise(file)).toEqual({ ok: true, value: format });
  });

  it.each<[KnownFormat, string]>([
    ['bundle', 'leafmark.json'],
    ['omnivore-zip', 'metadata_0_to_20.json'],
    ['pocket-file', 'part_000000.csv'],
    ['pocket-file', 'pocket/part_000000.csv'],
  ])('finds %s by the name of a file in the zip', async (format, name) => {
    expect(await recognise(await zipOf({ name: '', [name]: '' }))).toEqual({
      ok: true,
      value: format,
    });
  });

  it.each([
    ['empty', ''],
    ['a web page', '<!doctype html><p>Hello'],
    ['other JSON', '{"a":[1]}'],
    ['an empty list', '[]'],
    ['other CSV', 'a,b\n1,2\n'],
    [
      'a web page with a list',
      `<!doctype html><p>${'Some words. '.repeat(20)}<ul><li><a href="${A}">A</a></ul>`,
    ],
    [
      'a web page with a list of words',
      `<html><h1>Tea</h1><ol><li>Boil water <li>See <a href="${A}">A</a></ol>`,
    ],
    ['a web page with menus', `<html><nav><ul><li><a href="${A}">A long name</a></ul></nav><p>Tea`],
    [
      'a web page with a long thread',
      `<html><ol>${`<li>${'Some words. '.repeat(9)}<a href="${A}">Reply</a>`.repeat(9)}</ol>`,
    ],
    ['a web page with addresses', `<!doctype html><p><a href="${A}">Hello</a>`],
    ['a text without addresses', 'Dear Ann,\nhello\n'],
  ])('does not guess if the file is %s', async (_, file) => {
    expect(await recognise(file)).toEqual({ ok: false, error: { kind: 'other-format' } });
  });

  it('reads only the beginning of a large text, even if it ends within a character', async () => {
    const rest = 'é'.repeat(1_000_000);
    expect(await recognise(`title,url\n${A},"${rest}`)).toEqual({ ok: true, value: 'csv' });
    const article = `[{"title":"${rest}`;
    expect(await recognise(`[{"href":"${A}","extended":"${rest}`)).toEqual({
      ok: true,
      value: 'pinboard',
    });
    expect(await recognise(article)).toEqual({ ok: false, error: { kind: 'other-format' } });
  });
});
