import { isAddedFile } from '../domain/added-file';
import { escapeMarkup } from '../domain/markup';
import { SECOND_MS } from '../domain/time';
import { type ExportedBookmark, headingOf } from './exported';
import { streamText } from './files/streams';

const FILE_START = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file. It will be read and overwritten. DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`;
const FILE_END = '</DL><p>\n';

/** Labels that a comma-separated list cannot hold, or that look like a JSON list. */
const UNSAYABLE = /,|^\[/;

/**
 * Writes bookmarks as the file that all browsers import. `TAGS` is a comma-separated list, so
 * labels that it cannot hold are also in `LABELS`. The text below a link is one line, the note or
 * the description. So a note is also in `NOTE`, and then the description is in `DESCRIPTION`.
 * @see
 * https://learn.microsoft.com/en-us/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)
 */
export function writeNetscape(
  bookmarks: AsyncIterable<ExportedBookmark> | Iterable<ExportedBookmark>,
): ReadableStream<Uint8Array> {
  return streamText(netscapePieces(bookmarks));
}

async function* netscapePieces(
  bookmarks: AsyncIterable<ExportedBookmark> | Iterable<ExportedBookmark>,
) {
  yield FILE_START;
  for await (const bookmark of bookmarks) {
    if (isInBrowserFile(bookmark)) yield netscapeEntry(bookmark);
  }
  yield FILE_END;
}

/** A browser opens what is in its file, so files from a disk are left out. */
export const isInBrowserFile = ({ url }: Pick<ExportedBookmark, 'url'>): boolean =>
  !isAddedFile(url);

function netscapeEntry(bookmark: ExportedBookmark): string {
  const { url, created, updated, labels, isArchived, isFavourite, description, note } = bookmark;
  const attributes = {
    HREF: url,
    ADD_DATE: seconds(created),
    LAST_MODIFIED: seconds(updated),
    TAGS: labels.join(','),
    ...(labels.some((label) => UNSAYABLE.test(label)) && { LABELS: JSON.stringify(labels) }),
    TOREAD: isArchived ? '0' : '1',
    ...(isFavourite && { STARRED: '1' }),
    ...(note !== '' && { NOTE: note, ...(description !== '' && { DESCRIPTION: description }) }),
  };
  const written = Object.entries(attributes).map(
    ([name, value]) => `${name}="${escapeMarkup(value)}"`,
  );
  const text = (note || description).replace(/\s+/g, ' ').trim();
  return `    <DT><A ${written.join(' ')}>${escapeMarkup(headingOf(bookmark))}</A>\n${text === '' ? '' : `    <DD>${escapeMarkup(text)}\n`}`;
}

const seconds = (at: number) => String(Math.floor(at / SECOND_MS));
