import { eachToken } from '../../query';
import { PackedWriter } from './packed';
import { BlockWriter, type Family, writePostings } from './segment';
import { grown, Terms } from './terms';

/** A segment that is ready to be stored. */
export interface BuiltSegment {
  readonly firstTerms: readonly string[];
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  readonly lengths: readonly number[];
  readonly created: readonly number[];
}

/** Collects the tokens of documents. The documents get their numbers later, in the same order. */
export class SegmentBuilder {
  readonly #family: Family;
  readonly #lengths: number[] = [];
  readonly #created: number[] = [];
  readonly #terms = new Terms();
  /** The number of documents of each term, and its last posting + 1. */
  #counts = new Int32Array();
  #lastPostings = new Int32Array();
  /** The term, the document and the weight of each posting, in the order of the documents. */
  #postings = new Int32Array();
  #size = 0;
  #firstOfDocument = 0;
  #tokens = 0;

  constructor(family: Family) {
    this.#family = family;
  }

  get size(): number {
    return this.#lengths.length;
  }

  /** Begins the next document. */
  begin(created: number): void {
    this.#firstOfDocument = this.#size;
    this.#tokens = 0;
    this.#lengths.push(1);
    this.#created.push(created);
  }

  /** Adds a removed document, which hides that of older segments. */
  remove(): void {
    this.#lengths.push(0);
    this.#created.push(0);
  }

  /**
   * Adds the tokens of a text to the current document. @param mask a bit for their field, only for
   * `fields`
   */
  addText(text: string, mask: number): void {
    eachToken(text, (folded, start, end) => this.#add(folded, start, end, mask));
    this.#lengths[this.#lengths.length - 1] = this.#tokens + 1;
  }

  /** Adds a term that is no token. */
  addTerm(term: string, mask: number): void {
    this.#add(term, 0, term.length, mask);
    this.#lengths[this.#lengths.length - 1] = this.#tokens + 1;
  }

  #add(text: string, start: number, end: number, mask: number): void {
    const term = this.#terms.numberOf(text, start, end);
    if (term >= this.#lastPostings.length) {
      this.#lastPostings = grown(this.#lastPostings, term + 1);
      this.#counts = grown(this.#counts, term + 1);
    }
    this.#tokens += 1;
    const last = this.#lastPostings[term] ?? 0;
    if (last > this.#firstOfDocument) this.#addAgain(3 * last - 1, mask);
    else this.#addFirst(term, mask);
  }

  #addAgain(at: number, mask: number): void {
    const weight = this.#postings[at] ?? 0;
    this.#postings[at] = this.#family === 'text' ? weight + 1 : weight | mask;
  }

  #addFirst(term: number, mask: number): void {
    const at = 3 * this.#size;
    if (at === this.#postings.length) this.#postings = grown(this.#postings, at + 3);
    this.#postings[at] = term;
    this.#postings[at + 1] = this.#lengths.length - 1;
    this.#postings[at + 2] = this.#family === 'text' ? 1 : mask;
    this.#size += 1;
    this.#lastPostings[term] = this.#size;
    this.#counts[term] = (this.#counts[term] ?? 0) + 1;
  }

  build(): BuiltSegment {
    const { pairs, ends } = this.#pairsByTerm();
    const blocks = new BlockWriter();
    const writer = new PackedWriter();
    const terms = Array.from({ length: this.#terms.size }, (_, number) => this.#terms.term(number));
    for (const term of terms.sort()) {
      const number = this.#terms.numberOf(term, 0, term.length);
      const [count, end] = [this.#counts[number] ?? 0, ends[number] ?? 0];
      const own = pairs.subarray(2 * (end - count), 2 * end);
      blocks.add(term, count, writePostings(writer, this.#family, own));
    }
    blocks.end();
    return {
      firstTerms: blocks.firstTerms,
      blocks: blocks.take(),
      lengths: this.#lengths,
      created: this.#created,
    };
  }

  /** Sorts the postings by their terms. Those of a term stay in the order of their documents. */
  #pairsByTerm() {
    const ends = new Int32Array(this.#terms.size);
    let next = 0;
    for (let term = 0; term < ends.length; term += 1) {
      ends[term] = next;
      next += this.#counts[term] ?? 0;
    }
    const pairs = new Int32Array(2 * this.#size);
    for (let posting = 0; posting < this.#size; posting += 1) {
      const term = this.#postings[3 * posting] ?? 0;
      const at = ends[term] ?? 0;
      pairs[2 * at] = this.#postings[3 * posting + 1] ?? 0;
      pairs[2 * at + 1] = this.#postings[3 * posting + 2] ?? 0;
      ends[term] = at + 1;
    }
    return { pairs, ends };
  }
}
