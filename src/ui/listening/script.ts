import { nodeIndexAt, type TextIndex } from '../../anchoring';
import { normalLanguage } from '../../domain/language';
import { type Part, sentencesIn } from './sentences';

/** A part of the text that is spoken and painted at once. */
export interface Sentence extends Part {
  readonly text: string;
  /** The language of the voice; empty if it is not known. */
  readonly lang: string;
  /** `code` and `table` are spoken as one line. */
  readonly kind: 'text' | 'code' | 'table';
  /** The number of lines or rows of code or a table. */
  readonly lines: number;
  /** The block that it is in. */
  readonly block: Element;
}

export interface ScriptOptions {
  /** The language of the article; empty if it is not known. */
  readonly lang: string;
  /** Returns the place in the article that a link leads to; null for other links. */
  fragmentOf(link: Element): string | null;
}

/** The sentences of an article, which are found block by block as they are needed. */
export interface Script {
  /** Returns the sentence at a position of the text, or the next one; null at the end. */
  at(offset: number): Sentence | null;
  /** Returns the sentence after or before another one; null at the ends of the text. */
  beside(sentence: Part, by: 1 | -1): Sentence | null;
  /** Returns the first sentence of the next block, or of the one before. */
  paragraphBeside(sentence: Part, by: 1 | -1): Sentence | null;
}

const SPOKEN_BLOCKS =
  'blockquote,caption,dd,details,div,dl,dt,figcaption,figure,h1,h2,h3,h4,h5,h6,hr,li,ol,p,pre,section,summary,table,ul';
/** They are spoken as one line. */
const WHOLE = 'pre,table';
/** The reading of a character would be spoken twice, and the words of a drawing are no sentences. */
const SILENT = 'rt,rp,svg';
const FOLDED_AWAY = 'details:not([open])';
const NOTE_BLOCKS = 'li,p,dd,dt,div,section';
/** The mark of a note, such as *1*, *[12]*, *a* or *†*. */
const MARK_OF_NOTE = /^[[(]?(?:\p{N}+|\p{L}|[ivx]+|[*†‡§¶#]+|note \p{N}+)[\])]?$/iu;
/** A block that is longer is read in parts, in UTF-16 code units. */
const SPOKEN_CHUNK_LENGTH = 20_000;
/** Within this length, a chunk ends at a space. */
const CHUNK_SLACK = 300;

/** A run of text nodes that are read together. `last` is inclusive. */
interface Block {
  readonly first: number;
  readonly last: number;
  readonly element: Element;
  readonly whole: Element | null;
}

/** The text of a block, and for each of its nodes the place there and in the article. */
interface BlockText {
  readonly text: string;
  readonly pieces: readonly { readonly at: number; readonly offset: number }[];
}

/** Reads the sentences of the text of `index`. */
export function createScript(index: TextIndex, options: ScriptOptions): Script {
  const root = index.root as Element;
  const notes = findNotes(root, options);
  const isSilent = (node: Text): boolean => {
    const parent = node.parentElement;
    if (parent === null || parent.closest(SILENT) !== null) return true;
    // Parts that are folded away are not read.
    if (parent.closest(FOLDED_AWAY) !== null && parent.closest('summary') === null) return true;
    for (let at: Element | null = parent; at !== null; at = at === root ? null : at.parentElement) {
      if (notes.has(at)) return true;
    }
    return false;
  };

  function wholeOf(node: Text): Element | null {
    let whole: Element | null = null;
    let at = node.parentElement?.closest(WHOLE) ?? null;
    while (at !== null && at !== root && root.contains(at)) {
      whole = at;
      at = at.parentElement?.closest(WHOLE) ?? null;
    }
    return whole;
  }

  const blockOf = (node: Text): Element => {
    const block = wholeOf(node) ?? node.parentElement?.closest(SPOKEN_BLOCKS) ?? root;
    return root.contains(block) ? block : root;
  };

  /** True if two nodes that follow each other are read together. */
  function isJoined(before: Text, after: Text, element: Element): boolean {
    if (blockOf(before) !== element || blockOf(after) !== element) return false;
    if (element.matches(WHOLE)) return true;
    let breaks = 0;
    const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
    walker.currentNode = before;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (isAfter(node, after)) break;
      if ((node as Element).matches(SPOKEN_BLOCKS)) return false;
      if ((node as Element).localName === 'br') breaks += 1;
    }
    return breaks < 2;
  }

  let known: { readonly block: Block; text: BlockText | null } | null = null;

  /** Returns the block of a text node. Only the last one is kept. */
  function blockAt(nth: number): Block | null {
    const node = index.nodes[nth];
    if (node === undefined) return null;
    if (known && known.block.first <= nth && nth <= known.block.last) return known.block;
    const element = blockOf(node);
    const joined = (a: number) => {
      const [before, after] = [index.nodes[a], index.nodes[a + 1]];
      return before !== undefined && after !== undefined && isJoined(before, after, element);
    };
    let [first, last] = [nth, nth];
    while (joined(first - 1)) first -= 1;
    while (joined(last)) last += 1;
    const block = { first, last, element, whole: wholeOf(node) };
    known = { block, text: null };
    return block;
  }

  function textOf(block: Block): BlockText {
    if (known?.block === block && known.text) return known.text;
    const pieces: { at: number; offset: number }[] = [];
    const words: string[] = [];
    let length = 0;
    for (let nth = block.first; nth <= block.last; nth += 1) {
      const node = index.nodes[nth];
      if (node === undefined || isSilent(node)) continue;
      const before = node.previousSibling;
      if (length > 0 && before !== null && before.nodeName.toLowerCase() === 'br') {
        words.push(' ');
        length += 1;
      }
      pieces.push({ at: length, offset: index.starts[nth] ?? 0 });
      // A line of the source is not the end of a sentence.
      words.push(node.data.replaceAll(/[\n\r\t\f\u2028\u2029\u0085]/g, ' '));
      length += node.data.length;
    }
    const text = { text: words.join(''), pieces };
    if (known?.block === block) known.text = text;
    return text;
  }

  /** The sentences of the last chunk, because the next step needs them again. */
  let segmented: { words: string; lang: string; parts: readonly Part[] } = {
    words: '',
    lang: '',
    parts: [],
  };

  function* sentencesOf(block: Block, from: number): Generator<Sentence> {
    const { element, whole } = block;
    if (whole !== null) {
      const sentence = wholeSentence(whole, index, languageOf(whole));
      if (sentence && !isSilentElement(whole)) yield sentence;
      return;
    }
    const { text, pieces } = textOf(block);
    const lang = languageOf(index.nodes[block.first]?.parentElement ?? element);
    const toOffset = (at: number) => {
      const piece = pieces.findLast((each) => each.at <= at);
      return piece ? piece.offset + at - piece.at : 0;
    };
    let chunk = Math.floor(from / SPOKEN_CHUNK_LENGTH);
    // The last chunk may end behind its length.
    if (chunk > 0 && chunkStart(text, chunk) > from) chunk -= 1;
    for (let at = chunk; at * SPOKEN_CHUNK_LENGTH < text.length; at += 1) {
      const start = chunkStart(text, at);
      const words = text.slice(start, chunkStart(text, at + 1));
      if (segmented.words !== words || segmented.lang !== lang) {
        segmented = { words, lang, parts: sentencesIn(words, lang) };
      }
      for (const part of segmented.parts) {
        yield {
          start: toOffset(start + part.start),
          end: toOffset(start + part.end - 1) + 1,
          text: words.slice(part.start, part.end),
          lang,
          kind: 'text',
          lines: 0,
          block: element,
        };
      }
    }
  }

  const isSilentElement = (element: Element) => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (notes.has(at)) return true;
      if (at === root) return false;
    }
    return false;
  };

  const languageOf = (element: Element): string => {
    const named = element.closest('[lang]');
    const inside = named && root.contains(named) ? (named.getAttribute('lang') ?? '') : '';
    return normalLanguage(inside) || options.lang;
  };

  /** Returns the position in the text of a block of an offset in the article. */
  function placeIn(block: Block, offset: number): number {
    if (block.whole !== null) return 0;
    const { pieces } = textOf(block);
    const piece = pieces.findLast((each) => each.offset <= offset);
    return piece ? piece.at + offset - piece.offset : 0;
  }

  function* forwards(offset: number): Generator<Sentence> {
    let block = index.nodes.length === 0 ? null : blockAt(nodeIndexAt(index, offset));
    let from = block ? placeIn(block, offset) : 0;
    while (block !== null) {
      yield* sentencesOf(block, from);
      from = 0;
      block = blockAt(block.last + 1);
    }
  }

  /** Returns the last sentence of the blocks before one. */
  function lastBefore(block: Block): Sentence | null {
    for (let at = blockAt(block.first - 1); at !== null; at = blockAt(at.first - 1)) {
      const { length } = at.whole === null ? textOf(at).text : '';
      const last = [...sentencesOf(at, Math.max(0, length - 1))].at(-1);
      if (last) return last;
    }
    return null;
  }

  const at = (offset: number): Sentence | null => {
    for (const sentence of forwards(offset)) {
      if (sentence.end > offset) return sentence;
    }
    return null;
  };

  const blockOfPart = (part: Part) => blockAt(nodeIndexAt(index, part.start));

  return {
    at,
    beside(sentence, by) {
      if (by === 1) return at(sentence.end);
      const block = blockOfPart(sentence);
      if (block === null) return null;
      const from = placeIn(block, sentence.start);
      // The one before may be in the chunk before.
      let before: Sentence | null = null;
      for (const each of sentencesOf(block, Math.max(0, from - 1 - CHUNK_SLACK))) {
        if (each.start >= sentence.start) break;
        before = each;
      }
      return before ?? lastBefore(block);
    },
    paragraphBeside(sentence, by) {
      let block = blockOfPart(sentence);
      while (block !== null) {
        block = blockAt(by === 1 ? block.last + 1 : block.first - 1);
        const first = block && sentencesOf(block, 0).next();
        if (first && !first.done) return first.value;
      }
      return null;
    },
  };
}

const isAfter = (node: Node, text: Text): boolean =>
  (text.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Returns where a chunk of a text starts: after a sentence or a space, if one is near. */
function chunkStart(text: string, chunk: number): number {
  const from = chunk * SPOKEN_CHUNK_LENGTH;
  if (chunk === 0 || from >= text.length) return Math.min(from, text.length);
  const near = text.slice(from, from + CHUNK_SLACK);
  const space = /[.!?]\s|[。！？؟।]/u.exec(near) ?? /\s/.exec(near);
  if (space !== null) return from + space.index + space[0].length;
  return /[\udc00-\udfff]/.test(text.charAt(from)) ? from + 1 : from;
}

/** Returns code or a table as one sentence; null if it is empty. */
function wholeSentence(element: Element, index: TextIndex, lang: string): Sentence | null {
  const span = index.spanOf(element);
  if (span === null || span.end === span.start) return null;
  const text = index.text.slice(span.start, span.end);
  if (text.trim() === '') return null;
  const isTable = element.localName === 'table';
  const lines = isTable ? element.querySelectorAll('tr').length : text.trim().split('\n').length;
  return { ...span, text, lang, kind: isTable ? 'table' : 'code', lines, block: element };
}

/** Finds the marks of notes and the notes that they lead to, which interrupt what is spoken. */
function findNotes(root: Element, { fragmentOf }: ScriptOptions): ReadonlySet<Element> {
  const found = new Set<Element>();
  const places = new Map<string, Element>();
  for (const link of root.querySelectorAll('a[href]')) {
    const fragment = fragmentOf(link);
    if (fragment === null) continue;
    const words = (link.textContent ?? '').trim();
    const hasWords = /[\p{L}\p{N}]/u.test(words);
    const isRaised = link.closest('sup') !== null || link.querySelector('sup') !== null;
    const isMark = hasWords && MARK_OF_NOTE.test(words) && (isRaised || /^[[(]/.test(words));
    // The arrow back to the sentence, too.
    if (isMark || !hasWords) found.add(link.closest('sup') ?? link);
    if (!isMark) continue;
    if (places.size === 0) {
      for (const place of root.querySelectorAll('[id]')) places.set(place.id, place);
    }
    const place = places.get(fragment) ?? places.get(`user-content-${fragment}`);
    const note = place?.closest(NOTE_BLOCKS);
    if (note && note !== root && root.contains(note) && !note.contains(link)) found.add(note);
  }
  return found;
}
