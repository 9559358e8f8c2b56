import * as z from 'zod/mini';
import {
  AnnotationInfo,
  BookmarkInfo,
  MultipartError,
  type MultipartEvents,
  MultipartParser,
  type PartHeaders,
  parseParameterHeader,
  readSyncPart,
  type SyncPart,
} from '../../contract';
import { joinedBytes } from '../../domain/read-bytes';
import { err, ok, type Result } from '../../domain/result';
import { LIMITS, type Limits } from '../http/connection';
import { boundedChunks } from '../http/read-body';
import { BodyError } from '../http/response-error';
import type { ServiceError } from '../http/service-error';

/** A successful answer of `sync.stream`. */
export interface SyncAnswer {
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Yields the parts of a sync stream as soon as each is complete, however the bytes are chunked. It
 * keeps only the current part in memory. It ends after the last part or with an error. A server
 * cannot report a failure in mid-stream, so only the closing boundary marks the end.
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
  if (failure instanceof BodyError) return failure.error;
  if (failure instanceof MultipartError) return { kind: 'malformed', issues: [failure.message] };
  throw failure;
}

// The links and the addresses of images are most of the values, and a sync does not use them.
const SyncedInfo = z.lazy(() => {
  const { links: _links, resources: _resources, ...usedFields } = BookmarkInfo.shape;
  return z.object(usedFields);
});
const Annotations = z.array(AnnotationInfo);

/** The JSON of a bookmark, as far as a sync uses it. */
export type SyncedInfo = z.output<typeof SyncedInfo>;

/** A complete, parsed part of a sync stream. */
export type SyncedPart = { readonly bookmarkId: string } & (
  | { readonly kind: 'json'; readonly info: SyncedInfo }
  | { readonly kind: 'html'; readonly text: string }
  | { readonly kind: 'annotations'; readonly annotations: readonly AnnotationInfo[] }
  | { readonly kind: 'resource'; readonly part: SyncPart; readonly bytes: Uint8Array<ArrayBuffer> }
  /** This part cannot be used; the others can. */
  | { readonly kind: 'unusable'; readonly what: SyncPart['type']; readonly why: Unusable }
);

export type Unusable = 'malformed' | 'too-large';

/** The memory of a part beside its headers and bytes, roughly. */
const PART_OVERHEAD_BYTES = 512;

/** Assembles the bytes of parts, up to the size limit per bookmark. */
class PartCollector implements MultipartEvents {
  readonly #maxBookmarkBytes: number;
  readonly #finished: SyncedPart[] = [];
  /** null between parts, or in a part of an unknown type. */
  #part: SyncPart | null = null;
  #bookmarkId = '';
  #bookmarkBytes = 0;
  #isTooLarge = false;
  #chunks: Uint8Array[] = [];
  #text = '';
  /** The last bytes of the text, a view of the received chunk. Most texts are decoded at once. */
  #undecoded: Uint8Array | null = null;
  readonly #decoder = new TextDecoder();

  constructor(maxBookmarkBytes: number) {
    this.#maxBookmarkBytes = maxBookmarkBytes;
  }

  /** Returns the parts that were completed since the last call. Call it after each chunk. */
  take(): readonly SyncedPart[] {
    this.#decode();
    return this.#finished.splice(0);
  }

  onPart(headers: PartHeaders): void {
    this.#part = readSyncPart(headers);
    this.#isTooLarge = false;
    this.#chunks = [];
    this.#text = '';
    if (this.#part === null) return;
    if (this.#part.bookmarkId !== this.#bookmarkId) this.#bookmarkBytes = 0;
    this.#bookmarkId = this.#part.bookmarkId;
    let bytes = PART_OVERHEAD_BYTES;
    for (const [name, value] of headers) bytes += name.length + value.length;
    this.#count(bytes);
  }

  #count(bytes: number): void {
    this.#bookmarkBytes += bytes;
    if (this.#bookmarkBytes <= this.#maxBookmarkBytes) return;
    this.#isTooLarge = true;
    this.#chunks = [];
    this.#text = '';
    this.#undecoded = null;
    this.#decoder.decode(); // Drops an incomplete character.
  }

  onBytes(bytes: Uint8Array): void {
    if (this.#part === null || this.#isTooLarge) return;
    this.#count(bytes.byteLength);
    if (this.#isTooLarge) return;
    if (this.#part.type === 'resource') {
      // Copied, because a view would keep the whole received chunk in memory.
      this.#chunks.push(bytes.slice());
    } else {
      this.#decode();
      this.#undecoded = bytes;
    }
  }

  /** Decodes text of which more may follow. */
  #decode(): void {
    if (this.#undecoded !== null)
      this.#text += this.#decoder.decode(this.#undecoded, { stream: true });
    this.#undecoded = null;
  }

  onPartEnd(): void {
    if (this.#part !== null) this.#finished.push(this.#read(this.#part));
    this.#part = null;
  }

  #read(part: SyncPart): SyncedPart {
    const { bookmarkId, type } = part;
    const unusable = (why: Unusable) =>
      ({ bookmarkId, kind: 'unusable', what: type, why }) as const;
    if (this.#isTooLarge) return unusable('too-large');
    if (type === 'resource')
      return { bookmarkId, kind: type, part, bytes: joinedBytes(this.#chunks) };
    const text = this.#text + this.#decoder.decode(this.#undecoded ?? undefined);
    this.#undecoded = null;
    if (type === 'html') return { bookmarkId, kind: type, text };
    if (type === 'annotations') {
      const annotations = readJsonPart(Annotations, text);
      if (annotations !== null) return { bookmarkId, kind: type, annotations };
    }
    if (type === 'json') {
      const info = readJsonPart(SyncedInfo, text);
      if (info !== null) return { bookmarkId, kind: type, info };
    }
    // The client never asks for Markdown.
    return unusable('malformed');
  }
}

/** Returns null for text that is not JSON as well as for JSON of another shape. */
function readJsonPart<S extends z.ZodMiniType>(schema: S, json: string): z.output<S> | null {
  try {
    const read = schema.safeParse(JSON.parse(json));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
