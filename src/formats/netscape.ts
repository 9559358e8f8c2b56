import { Tokenizer } from 'htmlparser2';
import { normalLabel } from '../domain/label';
import { escapeMarkup } from '../domain/markup';
import { SECOND_MS } from '../domain/time';
import { type ExportedBookmark, headingOf } from './exported';
import { streamText } from './files/streams';

/** A link of a browser's bookmark file. */
interface NetscapeLink {
  /** By name in lower case. If a name is repeated, the first one counts. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly title: string;
  readonly description: string;
  /** The names of its folders, outermost first, joined by `/` and cut as a label. */
  readonly folder: string;
}

/**
 * Length of the text that is read at once, in UTF-16 code units. Its links are returned before the
 * next piece.
 */
const SLICE_LENGTH = 65_536;

/** Deeper folders are ignored. */
const MAX_FOLDERS = 64;

/** Elements with a meaning. Others (`p`, `b`) occur in every such file and are ignored. */
const STRUCTURAL_TAGS = /^(?:a|d[ltd]|h[1-6]|li|ul)$/;
/** `h1` is the title of the file. */
const FOLDER_HEADING = /^h[2-6]$/;

/**
 * Reads the links of a browser's bookmark file: nested lists, unclosed tags, any case. It uses a
 * tokenizer, because a parser would keep all unclosed elements and search them for each tag.
 */
export function* readNetscape(text: string): Generator<NetscapeLink> {
  const reader = new LinkReader();
  const tokenizer = new Tokenizer({ decodeEntities: true }, tokensOf(text, reader));
  for (let at = 0; at < text.length; at += SLICE_LENGTH) {
    tokenizer.write(text.slice(at, at + SLICE_LENGTH));
    yield* reader.take();
  }
  tokenizer.end();
  reader.end();
  yield* reader.take();
}

type Draft = { -readonly [K in keyof NetscapeLink]: NetscapeLink[K] };

const ROOTS = ['personal_toolbar_folder', 'unfiled_bookmarks_folder'];

/** Builds links from tags and texts as they come. */
class LinkReader {
  #complete: NetscapeLink[] = [];
  #current: Draft | null = null;
  /** The field that the next text belongs to. */
  #place: 'title' | 'folder' | 'description' | null = null;
  #folder = '';
  /** True if the folder is one of the browser's own, whose name says nothing of its links. */
  #isRoot = false;
  /** The path of each folder that is open. It is made once, because many links may be in it. */
  readonly #folders: string[] = [];

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (!STRUCTURAL_TAGS.test(name)) return;
    if (name !== 'dd') this.end();
    if (name === 'dl') {
      this.#folders.push(this.#path());
      this.#isRoot = false;
      this.#folder = '';
    }
    this.#place = null;
    if (name === 'dd') this.#place = 'description';
    if (FOLDER_HEADING.test(name)) {
      this.#place = 'folder';
      this.#isRoot = ROOTS.some((root) => attributes.has(root));
      this.#folder = '';
    }
    if (name !== 'a' || !attributes.has('href')) return;
    this.#place = 'title';
    const folder = this.#folders.at(-1) ?? '';
    this.#current = { attributes, title: '', description: '', folder };
  }

  /** Returns the path of the folder that opens. */
  #path(): string {
    const above = this.#folders.at(-1) ?? '';
    const name = normalLabel(this.#folder);
    if (this.#isRoot || name === null || this.#folders.length >= MAX_FOLDERS) return above;
    return above === '' ? name : (normalLabel(`${above}/${name}`) ?? '');
  }

  close(name: string): void {
    if (name === 'dl') this.#folders.pop();
    if (name === 'a' || FOLDER_HEADING.test(name)) this.#place = null;
  }

  text(text: string): void {
    if (this.#place === 'folder') this.#folder += text;
    else if (this.#place !== null && this.#current !== null) this.#current[this.#place] += text;
  }

  /** Completes the current link. */
  end(): void {
    if (this.#current !== null) this.#complete.push(this.#current);
    this.#current = null;
  }

  /** Returns the complete links and forgets them. */
  take(): readonly NetscapeLink[] {
    return this.#complete.splice(0);
  }
}

/** Builds tags from tokens. The tokenizer's positions are positions in `text`. */
function tokensOf(text: string, reader: LinkReader): ConstructorParameters<typeof Tokenizer>[1] {
  let tag = '';
  let attributes = new Map<string, string>();
  let name = '';
  let value = '';
  const nothing = () => undefined;
  const openTag = () => reader.open(tag, attributes);
  return {
    onopentagname(start, end) {
      tag = text.slice(start, end).toLowerCase();
      attributes = new Map();
    },
    onattribname(start, end) {
      name = text.slice(start, end).toLowerCase();
      value = '';
    },
    onattribdata(start, end) {
      value += text.slice(start, end);
    },
    onattribentity(code) {
      value += String.fromCodePoint(code);
    },
    onattribend() {
      if (!attributes.has(name)) attributes.set(name, value);
    },
    onopentagend: openTag,
    onselfclosingtag: openTag,
    onclosetag: (start, end) => reader.close(text.slice(start, end).toLowerCase()),
    ontext: (start, end) => reader.text(text.slice(start, end)),
    ontextentity: (code) => reader.text(String.fromCodePoint(code)),
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onprocessinginstruction: nothing,
    onend: nothing,
  };
}

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
  for await (const bookmark of bookmarks) yield netscapeEntry(bookmark);
  yield FILE_END;
}

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
