import {
  BookmarkInfo,
  MultipartError,
  type MultipartEvents,
  MultipartParser,
  type PartHeaders,
  parseParameterHeader,
  readSyncPart,
  type SyncPart,
} from '../../contract';
import { err, ok, type Result } from '../../domain';
import { LIMITS, type Limits } from '../http/connection';
import { boundedChunks } from '../http/read-body';
import { BodyFailure } from '../http/response-error';
import type { ServiceError } from '../http/service-error';

/** The good answer of `sync.stream`. */
export interface SyncAnswer {
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * The parts of a sync stream, each as soon as it is whole, whatever pieces the bytes come in. No
 * more is kept than the part that is coming. Ends after the last part, or with an error: a server
 * can't say in mid-stream that it failed, so only the closing boundary says that all is there.
 */
export async function* readSyncParts(
  { headers, body }: SyncAnswer,
  limits: Pick<Limits, 'stallMs' | 'maxBookmarkBytes'> = LIMITS,
): AsyncGenerator<Result<SyncedPart, ServiceError>, void> {
  const { parameters } = parseParameterHeader(headers.get('Content-Type') ?? '');
  const boundary = parameters.get('boundary');
  if (!boundary) return yield err({ kind: 'malformed', issues: ['no boundary'] });
  const collector = new PartCollector(limits.maxBookmarkBytes);
  const bounds = { maxBytes: Number.POSITIVE_INFINITY, stallMs: limits.stallMs };
  try {
    const parser = new MultipartParser(boundary, collector);
    for await (const chunk of boundedChunks(body, bounds)) {
      parser.write(chunk);
      for (const part of collector.take()) yield ok(part);
      if (parser.isComplete) return;
    }
  } catch (failure) {
    return yield err(errorOfStream(failure));
  }
  yield err({ kind: 'interrupted' });
}

function errorOfStream(failure: unknown): ServiceError {
  if (failure instanceof BodyFailure) return failure.error;
  if (failure instanceof MultipartError) return { kind: 'malformed', issues: [failure.message] };
  throw failure;
}

/** A part of a sync stream, whole and read. */
export type SyncedPart = { readonly bookmarkId: string } & (
  | { readonly kind: 'json'; readonly info: BookmarkInfo }
  | { readonly kind: 'html' | 'markdown'; readonly text: string }
  | { readonly kind: 'resource'; readonly part: SyncPart; readonly bytes: Uint8Array<ArrayBuffer> }
  /** What came can't be used; the other parts of the stream can. */
  | { readonly kind: 'unusable'; readonly what: SyncPart['type']; readonly why: Unusable }
);

type HeldPart = SyncPart & { readonly type: Exclude<SyncPart['type'], 'annotations'> };

/** null for a part that is skipped: annotations, which have a request of their own, and unknown types. */
function heldPart(headers: PartHeaders): HeldPart | null {
  const part = readSyncPart(headers);
  if (part === null) return null;
  const { type } = part;
  return type === 'annotations' ? null : { ...part, type };
}

export type Unusable = 'malformed' | 'too-large';

/** Puts the bytes of parts together, no more of one bookmark than it may have. */
export class PartCollector implements MultipartEvents {
  readonly #maxBookmarkBytes: number;
  #finished: SyncedPart[] = [];
  /** null: between parts, or in a part that is skipped. */
  #part: HeldPart | null = null;
  #bookmarkId = '';
  #bookmarkBytes = 0;
  #isTooLarge = false;
  #text = '';
  readonly #decoder = new TextDecoder();
  #chunks: Uint8Array<ArrayBuffer>[] = [];

  constructor(maxBookmarkBytes: number) {
    this.#maxBookmarkBytes = maxBookmarkBytes;
  }

  /** The parts that came to their end since this was asked last. */
  take(): readonly SyncedPart[] {
    const finished = this.#finished;
    this.#finished = [];
    return finished;
  }

  onPart(headers: PartHeaders): void {
    this.#part = heldPart(headers);
    this.#isTooLarge = false;
    this.#text = '';
    this.#decoder.decode(); // Forgets half a character of a part that was given up.
    this.#chunks = [];
    if (this.#part === null || this.#part.bookmarkId === this.#bookmarkId) return;
    this.#bookmarkId = this.#part.bookmarkId;
    this.#bookmarkBytes = 0;
  }

  onBytes(bytes: Uint8Array): void {
    if (this.#part === null || this.#isTooLarge) return;
    this.#bookmarkBytes += bytes.byteLength;
    if (this.#bookmarkBytes > this.#maxBookmarkBytes) {
      this.#isTooLarge = true;
      this.#text = '';
      this.#chunks = [];
    } else if (this.#part.type === 'resource') {
      // Copied: it is a view of what came, which would stay as long as it does.
      this.#chunks.push(bytes.slice());
    } else {
      this.#text += this.#decoder.decode(bytes, { stream: true });
    }
  }

  onPartEnd(): void {
    if (this.#part !== null) this.#finished.push(this.#read(this.#part));
    this.#part = null;
  }

  #read(part: HeldPart): SyncedPart {
    const { bookmarkId, type } = part;
    const unusable = (why: Unusable) =>
      ({ bookmarkId, kind: 'unusable', what: type, why }) as const;
    if (this.#isTooLarge) return unusable('too-large');
    if (type === 'resource') return { bookmarkId, kind: 'resource', part, bytes: this.#bytes() };
    const text = this.#text + this.#decoder.decode();
    if (type !== 'json') return { bookmarkId, kind: type, text };
    const info = readInfo(text);
    return info === null ? unusable('malformed') : { bookmarkId, kind: 'json', info };
  }

  #bytes(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let at = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, at);
      at += chunk.byteLength;
    }
    return all;
  }
}

/** Null for text that is not JSON as well as for JSON of another shape. */
function readInfo(json: string): BookmarkInfo | null {
  try {
    const read = BookmarkInfo.safeParse(JSON.parse(json));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
