import type { UnixMs } from '../../domain';

/** What an EPUB says about itself. */
export interface Book {
  /** The same for every edition of the same book; an address or a `urn:`. */
  readonly identifier: string;
  readonly title: string;
  /** BCP 47; empty when unknown or mixed. */
  readonly language: string;
  readonly authors: readonly string[];
  readonly modified: UnixMs;
}

/** A chapter that is in the book already. */
export interface Chapter {
  readonly file: string;
  readonly title: string;
  readonly hasMath: boolean;
}

/** A picture that is in the book already. */
export interface BookImage {
  readonly file: string;
  readonly type: string;
}
