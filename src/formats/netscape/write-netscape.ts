import { SECOND_MS } from '../../domain';
import { type ExportedBookmark, headingOf } from '../exported';
import { streamText } from '../files/text-stream';

const START = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file. It will be read and overwritten. DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`;
const END = '</DL><p>\n';

/** What a label has that a comma list can't say, or in which it would be taken for a JSON list. */
const UNSAYABLE = /,|^\[/;

/**
 * Bookmarks as the file that all browsers read. `TAGS` is a comma list, so labels are in `LABELS`
 * too where that would not give them back.
 * @see https://learn.microsoft.com/en-us/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)
 */
export function writeNetscape(
  bookmarks: AsyncIterable<ExportedBookmark> | Iterable<ExportedBookmark>,
): ReadableStream<Uint8Array> {
  return streamText(pieces(bookmarks));
}

async function* pieces(bookmarks: AsyncIterable<ExportedBookmark> | Iterable<ExportedBookmark>) {
  yield START;
  for await (const bookmark of bookmarks) yield entry(bookmark);
  yield END;
}

function entry(bookmark: ExportedBookmark): string {
  const { url, created, updated, labels, isArchived, isFavourite, description } = bookmark;
  const attributes = {
    HREF: url,
    ADD_DATE: seconds(created),
    LAST_MODIFIED: seconds(updated),
    TAGS: labels.join(','),
    ...(labels.some((label) => UNSAYABLE.test(label)) && { LABELS: JSON.stringify(labels) }),
    TOREAD: isArchived ? '0' : '1',
    ...(isFavourite && { STARRED: '1' }),
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
  const text = description.replace(/\s+/g, ' ').trim();
  return `    <DT><A ${written.join(' ')}>${escaped(headingOf(bookmark))}</A>\n${text === '' ? '' : `    <DD>${escaped(text)}\n`}`;
}

const seconds = (at: number) => String(Math.floor(at / SECOND_MS));

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
