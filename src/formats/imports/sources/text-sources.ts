import type { ImportOptions } from '../imported';
import { isYes } from '../read-json';
import { readRow } from '../read-row';
import { labelsOfCell, textSource } from '../source';
import { browserJson } from './browser-json';
import { hasLink, linksOfLine } from './lines-of-links';
import { readNetscape } from './netscape-links';

/** The programs that write a browser's bookmark file and can be told apart. */
export type NetscapeProgram =
  | 'browser'
  | 'linkding'
  | 'pinboard-html'
  | 'raindrop-html'
  | 'shaarli';

/** Their first lines and the attributes of their links differ. */
export function netscapeProgram(text: string): NetscapeProgram {
  const head = text.slice(0, HEAD_LENGTH);
  if (/<(?:!-- *|h1>)shaarli /i.test(head)) return 'shaarli';
  if (/<title>pinboard/i.test(head)) return 'pinboard-html';
  if (/<title>raindrop/i.test(head)) return 'raindrop-html';
  return LINKDING_LINK.test(head) ? 'linkding' : 'browser';
}

/** Enough for the first link. */
const HEAD_LENGTH = 100_000;
/** These attributes in this order. Pinboard has the same ones, and Leafmark has others. */
const LINKDING_LINK =
  / ADD_DATE="[^"]*"(?: LAST_MODIFIED="[^"]*")? PRIVATE="\d" TOREAD="\d" TAGS="/;

/**
 * A browser's bookmark file: `add_date`, `tags` and `toread` on each link, and the description
 * after it; or its bookmarks as JSON.
 */
export const browser = textSource(true, (file, options) => {
  if (/^\s*[[{]/.test(file)) return browserJson(file, options);
  if (!/<a\s/i.test(file)) return /<!doctype netscape-bookmark/i.test(file) ? [] : null;
  return browserRows(file, options);
});

function* browserRows(file: string, options: ImportOptions) {
  const program = netscapeProgram(file);
  let row = 0;
  for (const { attributes, title, description, folder, state } of readNetscape(file)) {
    row += 1;
    const of = (name: string) => attributes.get(name) ?? '';
    const tags = labelsOfCell(of('labels') || of('tags'));
    const entry = {
      url: of('href'),
      title,
      // A file of Leafmark has both in attributes if there is a note.
      ...(of('note') === ''
        ? wordsOfBookmark(description, program)
        : { description: of('description'), note: of('note') }),
      created: of('add_date') || of('time_added'),
      labels: tags,
      folders: [folder],
      // A file that marks unread bookmarks with `toread` also marks the others as read.
      isArchived: state === 'archived' || (attributes.has('toread') && !isYes(of('toread'))),
      isFavourite: state === 'favourite' || isYes(of('starred')) || isYes(of('data-important')),
      ...(program === 'linkding' && {
        labels: tags.filter((tag) => !ARCHIVED_TAG.test(tag)),
        // Its `toread` is a reading list, and most bookmarks are not on it.
        isArchived: tags.some((tag) => ARCHIVED_TAG.test(tag)),
      }),
    };
    yield readRow(entry, row, options);
  }
}

/** In the files of these programs, the text below a link is the person's. */
const NOTING: ReadonlySet<NetscapeProgram> = new Set(['pinboard-html', 'shaarli']);

/** linkding puts a person's notes between two marks. */
const [NOTE_BEGIN, NOTE_END] = ['[linkding-notes]', '[/linkding-notes]'];

/** Tells the description of a page from a person's note. */
function wordsOfBookmark(text: string, program: NetscapeProgram) {
  if (NOTING.has(program)) return { description: '', note: text };
  const begin = text.indexOf(NOTE_BEGIN);
  const end = text.indexOf(NOTE_END, begin);
  if (begin === -1 || end === -1) return { description: text, note: '' };
  return { description: text.slice(0, begin), note: text.slice(begin + NOTE_BEGIN.length, end) };
}

const ARCHIVED_TAG = /^\s*linkding:(?:bookmarks\.)?archived\s*$/;

/** The addresses of each line with their titles. Blank lines do not count as rows. */
export const text = textSource(true, (file, options) => {
  const isOther = file.trim() !== '' && !hasAddress(file);
  return isOther ? null : addressRows(file, options);
});

function hasAddress(file: string): boolean {
  for (const line of lines(file)) if (hasLink(line)) return true;
  return false;
}

function* addressRows(file: string, options: ImportOptions) {
  let row = 0;
  for (const line of lines(file)) {
    row += 1;
    const links = linksOfLine(line);
    if (links.length === 0) yield readRow({ url: line }, row, options);
    for (const link of links) yield readRow(link, row, options);
  }
}

function* lines(file: string): Generator<string> {
  for (const [line] of file.matchAll(/[^\r\n]+/g)) if (line.trim() !== '') yield line;
}
