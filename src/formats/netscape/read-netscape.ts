import { Tokenizer } from 'htmlparser2';

/** A link of a browser file, as it stands there. */
export interface NetscapeLink {
  /** By name in lower case; of two of one name the first. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly title: string;
  readonly description: string;
  /** The folders it is in, from the outside; those without a name are left out. */
  readonly folders: readonly string[];
}

/** How much is read at once, in UTF-16 code units; what it held is given on before the next. */
const SLICE = 65_536;

/** Deeper folders are not named. */
const MAX_FOLDERS = 64;

/** Elements that begin something; others (`p`, `b`) are in every such file and say nothing. */
const STRUCTURE = /^(?:a|d[ltd]|h[1-6]|li|ul)$/;
/** The first heading is the title of the file. */
const FOLDER = /^h[2-6]$/;

/**
 * The links of what browsers export, and all who write so: nested lists, tags unclosed, in any
 * case. By tokens and not by a parser: that would keep all that is never closed, and search it for
 * each tag.
 */
export function* readNetscape(text: string): Generator<NetscapeLink> {
  const reader = new LinkReader();
  const tokenizer = new Tokenizer({ decodeEntities: true }, tokensOf(text, reader));
  for (let at = 0; at < text.length; at += SLICE) {
    tokenizer.write(text.slice(at, at + SLICE));
    yield* reader.take();
  }
  tokenizer.end();
  reader.end();
  yield* reader.take();
}

type Draft = { -readonly [K in keyof NetscapeLink]: NetscapeLink[K] };

/** Makes links of tags and texts as they come. */
class LinkReader {
  #complete: NetscapeLink[] = [];
  #current: Draft | null = null;
  /** Whose text comes. */
  #place: 'title' | 'folder' | 'description' | null = null;
  #folder = '';
  readonly #folders: string[] = [];

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (!STRUCTURE.test(name)) return;
    if (name !== 'dd') this.end();
    if (name === 'dl') {
      this.#folders.push(this.#folder.trim());
      this.#folder = '';
    }
    this.#place = null;
    if (name === 'dd') this.#place = 'description';
    if (FOLDER.test(name)) {
      this.#place = 'folder';
      this.#folder = '';
    }
    if (name !== 'a' || !attributes.has('href')) return;
    const folders = this.#folders.slice(0, MAX_FOLDERS).filter((folder) => folder !== '');
    this.#place = 'title';
    this.#current = { attributes, title: '', description: '', folders };
  }

  close(name: string): void {
    if (name === 'dl') this.#folders.pop();
    if (name === 'a' || FOLDER.test(name)) this.#place = null;
  }

  text(text: string): void {
    if (this.#place === 'folder') this.#folder += text;
    else if (this.#place !== null && this.#current !== null) this.#current[this.#place] += text;
  }

  /** The last link is complete. */
  end(): void {
    if (this.#current !== null) this.#complete.push(this.#current);
    this.#current = null;
  }

  /** The links that are complete, each once. */
  take(): readonly NetscapeLink[] {
    return this.#complete.splice(0);
  }
}

/** Puts tags together. The tokenizer's places are places in the whole of `text`. */
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
