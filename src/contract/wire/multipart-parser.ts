import { type PartHeaders, parsePartHeaders } from './part-headers';

/** Events of a multipart body, in its order. */
export interface MultipartEvents {
  onPart(headers: PartHeaders): void;
  /** The next bytes of the part. They are a view of the input, so copy what you keep. */
  onBytes(bytes: Uint8Array): void;
  onPartEnd(): void;
}

/** The body is not a multipart body. A body that ends too early is incomplete instead. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError';
}

const MAX_BOUNDARY_LENGTH = 70; // RFC 2046 5.1.1

/** Bounds the memory for the headers of a part in a hostile body. */
export const MAX_PART_HEADER_BYTES = 16 * 1024;

type State = 'preamble' | 'boundary-end' | 'headers' | 'body' | 'done';

const UTF_8 = new TextDecoder();
const encode = (text: string) => new TextEncoder().encode(text);
const CRLF = encode('\r\n');
const HEADERS_END = encode('\r\n\r\n');
const CLOSING_DASHES = encode('--');
const NO_BYTES = new Uint8Array();

/**
 * Parses a multipart body (RFC 2046) incrementally, from chunks of any size. It never buffers more
 * than a boundary or the headers of one part.
 */
export class MultipartParser {
  readonly #events: MultipartEvents;
  readonly #delimiter: Uint8Array;
  #state: State = 'preamble';
  /** Input that can't be processed yet. The first boundary may lack the preceding line break. */
  #held: Uint8Array = CRLF;

  /** @throws MultipartError when the boundary is too long. */
  constructor(boundary: string, events: MultipartEvents) {
    if (boundary.length > MAX_BOUNDARY_LENGTH) throw new MultipartError('The boundary is too long');
    this.#delimiter = encode(`\r\n--${boundary}`);
    this.#events = events;
  }

  /** True after the closing boundary; only then is the body complete. */
  get isComplete(): boolean {
    return this.#state === 'done';
  }

  /**
   * Processes the next bytes. Bytes after the closing boundary are ignored.
   * @throws MultipartError when this is not a multipart body.
   */
  write(chunk: Uint8Array): void {
    this.#held = joined(this.#held, chunk);
    while (this.#step());
    // A view would keep the whole chunk in memory.
    this.#held = this.isComplete ? NO_BYTES : this.#held.slice();
  }

  /** Processes part of the buffer; returns false when more input is needed. */
  #step(): boolean {
    switch (this.#state) {
      case 'preamble':
        return this.#passBoundary(() => undefined);
      case 'boundary-end':
        return this.#readBoundaryEnd();
      case 'headers':
        return this.#readHeaders();
      case 'body':
        return this.#readBody();
      case 'done':
        return false;
    }
  }

  #readBody(): boolean {
    const isPassed = this.#passBoundary((bytes) => this.#events.onBytes(bytes));
    if (isPassed) this.#events.onPartEnd();
    return isPassed;
  }

  /** Passes on the bytes before the next boundary, and skips the boundary when it is complete. */
  #passBoundary(handOn: (bytes: Uint8Array) => void): boolean {
    const at = find(this.#held, this.#delimiter);
    // The end of the buffer may be the start of a boundary.
    const end = at < 0 ? Math.max(0, this.#held.length - this.#delimiter.length + 1) : at;
    if (end > 0) handOn(this.#held.subarray(0, end));
    this.#held = this.#held.subarray(at < 0 ? end : at + this.#delimiter.length);
    if (at >= 0) this.#state = 'boundary-end';
    return at >= 0;
  }

  #readBoundaryEnd(): boolean {
    if (this.#held.length < CLOSING_DASHES.length) return false;
    if (find(this.#held.subarray(0, CLOSING_DASHES.length), CLOSING_DASHES) === 0) {
      this.#state = 'done';
      return false;
    }
    const end = this.#findWithin(CRLF);
    if (end < 0) return false;
    if (this.#held.subarray(0, end).some((byte) => byte !== 0x20 && byte !== 0x09)) {
      throw new MultipartError('A boundary is followed by something else');
    }
    // The line break stays: together with the empty line it ends the headers of a part without any.
    this.#held = this.#held.subarray(end);
    this.#state = 'headers';
    return true;
  }

  #readHeaders(): boolean {
    const end = this.#findWithin(HEADERS_END);
    if (end < 0) return false;
    const lines = UTF_8.decode(this.#held.subarray(0, end));
    this.#held = this.#held.subarray(end + HEADERS_END.length);
    this.#state = 'body';
    this.#events.onPart(parsePartHeaders(lines));
    return true;
  }

  /** Returns the position of `bytes`, or -1 if they may follow later. */
  #findWithin(bytes: Uint8Array): number {
    const at = find(this.#held, bytes);
    if (at < 0 && this.#held.length > MAX_PART_HEADER_BYTES) {
      throw new MultipartError('The headers of a part are too long');
    }
    return at;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Returns the first position of `wanted` in `bytes`, or -1. */
function find(bytes: Uint8Array, wanted: Uint8Array): number {
  const first = wanted[0] ?? 0;
  const last = bytes.length - wanted.length;
  for (let at = 0; at <= last; at += 1) {
    if (bytes[at] !== first) {
      // `indexOf` is fast over bytes without the character, and slow where each byte is one.
      at = bytes.indexOf(first, at);
      if (at < 0 || at > last) return -1;
    }
    let length = 1;
    while (length < wanted.length && bytes[at + length] === wanted[length]) length += 1;
    if (length === wanted.length) return at;
  }
  return -1;
}
