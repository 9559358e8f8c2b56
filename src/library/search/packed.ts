import { hashNumbers } from '../../domain/hash';

const FIRST_BYTE_CAPACITY = 1024;
/** A varint of a 32-bit number has at most so many bytes. */
const MAX_VARINT_BYTES = 5;

/** Writes numbers and texts into a growing array of bytes. */
export class PackedWriter {
  #bytes = new Uint8Array(FIRST_BYTE_CAPACITY);
  length = 0;

  /** @param value an integer from 0 to 2^32 - 1 */
  varint(value: number): void {
    this.#reserve(MAX_VARINT_BYTES);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.length++] = rest;
  }

  /** Writes the length in UTF-8 and the text. */
  text(text: string): void {
    // Most terms are ASCII, for which an encoder would be slow.
    if (text.length <= 0x7f && ASCII.test(text)) {
      this.#reserve(1 + text.length);
      this.#bytes[this.length++] = text.length;
      for (let at = 0; at < text.length; at++) {
        this.#bytes[this.length++] = text.charCodeAt(at);
      }
      return;
    }
    const bytes = encoder.encode(text);
    this.varint(bytes.length);
    this.bytes(bytes);
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Returns what was written. It is valid until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more));
    larger.set(this.view());
    this.#bytes = larger;
  }
}

const ASCII = /^[\0-\x7f]*$/;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes that end too early or cannot have been written by `PackedWriter`. */
class DamagedBytes extends Error {}

/** Reads what a `PackedWriter` wrote. Throws `DamagedBytes`. */
export class PackedReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  varint(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.at++];
    if (byte !== undefined && byte < 0x80) return byte;
    let value = 0;
    let shift = 0;
    while (byte !== undefined && shift < 35) {
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
      shift += 7;
      byte = bytes[this.at++];
    }
    throw new DamagedBytes();
  }

  text(): string {
    const end = this.varint() + this.at;
    if (end > this.#bytes.length) throw new DamagedBytes();
    let text = '';
    for (let at = this.at; at < end; at++) {
      const byte = this.#bytes[at] ?? 0;
      if (byte > 0x7f) {
        text = decoder.decode(this.#bytes.subarray(this.at, end));
        break;
      }
      text += String.fromCharCode(byte);
    }
    this.at = end;
    return text;
  }

  bytes(length: number): Uint8Array {
    const start = this.at;
    this.skip(length);
    return this.#bytes.subarray(start, this.at);
  }

  skip(length: number): void {
    this.at += length;
    if (this.at > this.#bytes.length) throw new DamagedBytes();
  }
}

const CHECKSUM_BYTES = 4;

/** Appends a checksum, so that `unsealed` finds damaged bytes. */
export function sealed(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes.length + CHECKSUM_BYTES);
  whole.set(bytes);
  new DataView(whole.buffer).setUint32(bytes.length, hashNumbers(bytes));
  return whole;
}

/** Returns the bytes that were passed to `sealed`; null if they are damaged. */
export function unsealed(whole: unknown): Uint8Array | null {
  if (!ArrayBuffer.isView(whole) || whole.byteLength < CHECKSUM_BYTES) return null;
  const end = whole.byteLength - CHECKSUM_BYTES;
  const bytes = new Uint8Array(whole.buffer, whole.byteOffset, end);
  const stored = new DataView(whole.buffer, whole.byteOffset + end).getUint32(0);
  return stored === hashNumbers(bytes) ? bytes : null;
}
