import { Tokenizer } from 'htmlparser2';
import { normalLabel } from '../../../domain/label';
import { isBrowserFolder } from '../browser-folders';
import { type State, stateOfList } from '../states';

/** A link of a browser's bookmark file. */
interface NetscapeLink {
  /** By name in lower case. If a name is repeated, the first one counts. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly title: string;
  readonly description: string;
  /** The names of its folders, outermost first, joined by `/` and cut as a label. */
  readonly folder: string;
  /** The state that its list stands for; null if it stands for none. */
  readonly state: State | null;
}

/**
 * Length of the text that is read at once, in UTF-16 code units. Its links are returned before the
 * next piece.
 */
const SLICE_LENGTH = 65_536;

/** Deeper folders are ignored. */
const MAX_FOLDERS = 64;
/** Lists that are deeper in each other are not told apart. */
const MAX_OPEN_LISTS = 100_000;

/** Elements with a meaning. Others (`p`, `b`) occur in every such file and are ignored. */
const STRUCTURAL_TAGS = /^(?:a|d[ltd]|h[1-6]|li|[uo]l)$/;
const LIST_ELEMENT = /^(?:dl|ul|ol)$/;
const FOLDER_HEADING = /^h[1-6]$/;

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

/** A heading, until a list begins below it. */
interface Heading {
  readonly tag: string;
  /** True if the browser marks the folder as one of its own. */
  readonly isMarked: boolean;
  text: string;
}

/** An open list. Its path is made once, because many links may be in it. */
interface OpenList {
  readonly tag: string;
  readonly folder: string;
  readonly state: State | null;
}

const NO_LIST: OpenList = { tag: '', folder: '', state: null };

/** Builds links from tags and texts as they come. */
class LinkReader {
  #complete: NetscapeLink[] = [];
  #current: Draft | null = null;
  /** The field that the next text belongs to. */
  #place: 'title' | 'heading' | 'description' | null = null;
  #heading: Heading | null = null;
  readonly #lists: OpenList[] = [];
  /** Number of the open lists by their tag. */
  readonly #open = new Map<string, number>();
  /** Number of open lists that are deeper than `MAX_OPEN_LISTS`. */
  #further = 0;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (!STRUCTURAL_TAGS.test(name)) return;
    if (name !== 'dd') this.end();
    if (LIST_ELEMENT.test(name)) {
      this.#openList(name);
      this.#heading = null;
    }
    this.#place = null;
    if (name === 'dd') this.#place = 'description';
    if (FOLDER_HEADING.test(name)) {
      this.#place = 'heading';
      this.#heading = { tag: name, isMarked: isMarked(attributes), text: '' };
    }
    if (name !== 'a' || !attributes.has('href')) return;
    this.#place = 'title';
    const { folder, state } = this.#lists.at(-1) ?? NO_LIST;
    this.#current = { attributes, title: '', description: '', folder, state };
  }

  #openList(tag: string): void {
    if (this.#lists.length >= MAX_OPEN_LISTS) {
      this.#further += 1;
      return;
    }
    this.#lists.push(this.#listOf(tag));
    this.#open.set(tag, (this.#open.get(tag) ?? 0) + 1);
  }

  /** Returns the list that opens, with the path of its folder. */
  #listOf(tag: string): OpenList {
    const above = this.#lists.at(-1) ?? NO_LIST;
    const same = { tag, folder: above.folder, state: above.state };
    const heading = this.#heading;
    const name = normalLabel(heading?.text ?? '');
    if (heading === null || name === null || heading.isMarked) return same;
    // Some programs have a list for each state. In a browser's file the first heading is its title.
    const isBrowserFile = tag === 'dl';
    if (isBrowserFile && heading.tag === 'h1') return same;
    if (this.#lists.length >= MAX_FOLDERS) return same;
    const isTop = above.folder === '';
    if (isBrowserFile && isTop && isBrowserFolder(name)) return same;
    const state = isBrowserFile ? null : stateOfList(name);
    if (state !== null) return { tag, folder: above.folder, state };
    const folder = isTop ? name : (normalLabel(`${above.folder}/${name}`) ?? '');
    return { tag, folder, state: above.state };
  }

  close(name: string): void {
    if (LIST_ELEMENT.test(name)) this.#closeList(name);
    if (name === 'a' || FOLDER_HEADING.test(name)) this.#place = null;
  }

  /** Closes a list with those in it that were not closed. */
  #closeList(tag: string): void {
    if (this.#further > 0) {
      this.#further -= 1;
      return;
    }
    // Without the count, each tag that closes nothing would be searched among all lists.
    if (!this.#open.get(tag)) return;
    let closed = '';
    while (closed !== tag) {
      closed = this.#lists.pop()?.tag ?? tag;
      this.#open.set(closed, (this.#open.get(closed) ?? 1) - 1);
    }
  }

  text(text: string): void {
    if (this.#place === 'heading') {
      if (this.#heading !== null) this.#heading.text += text;
    } else if (this.#place !== null && this.#current !== null) this.#current[this.#place] += text;
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

/** `PERSONAL_TOOLBAR_FOLDER` and its like, and the reading list of Safari. */
function isMarked(attributes: ReadonlyMap<string, string>): boolean {
  if (/^com\.apple\./i.test(attributes.get('id') ?? '')) return true;
  return FOLDER_MARKS.some((mark) => attributes.has(mark));
}

const FOLDER_MARKS = [
  'personal_toolbar_folder',
  'unfiled_bookmarks_folder',
  'mobile_bookmarks_folder',
];

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
