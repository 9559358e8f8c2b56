import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FormSource,
  MultipartError,
  MultipartParser,
  type PartHeaders,
  parseParameterHeader,
  type UploadedPart,
} from '../../src/contract';
import { BodyBroken, BodyTooLarge, blocksOf, decodeUtf8 } from './read-bytes';

/** No real page has more parts. */
const MAX_MULTIPART_PARTS = 10_000;
/** A longer part without a file name counts as a file. */
const MAX_TEXT_BYTES = 256 * 1024;

export interface MultipartBody {
  /** null when the body is malformed or incomplete. */
  readonly source: FormSource | null;
  dispose(): Promise<void>;
}

/** One part of a body, and its place in the contents of all parts. */
interface Part {
  readonly headers: PartHeaders;
  readonly start: number;
  sizeBytes: number;
  isWhole: boolean;
}

interface MultipartLimits {
  readonly maxBytes: number;
  /** The limit for all parts together that are texts. */
  readonly maxTextBytes: number;
  /** The folder for long bodies, which `dispose` deletes. */
  readonly folder: string;
}

/**
 * Reads a multipart body. `client` takes turns with others.
 * @param keep called with the bytes that stay in memory
 * @throws BodyTooLarge when it is longer than the limits.
 */
export async function readMultipart(
  contentType: string,
  body: ReadableStream<Uint8Array> | null,
  limits: MultipartLimits,
  client: string,
  keep: (bytes: number) => void,
): Promise<MultipartBody> {
  const contents = new PartContents(limits.folder, keep);
  const dispose = () => contents.dispose();
  try {
    const blocks = blocksOf(body, limits.maxBytes, client);
    const parts = await readParts(contentType, blocks, contents);
    const source = parts && (await formSourceOf(parts, contents, limits.maxTextBytes, keep));
    return { source, dispose };
  } catch (error) {
    if (error instanceof MultipartError || error instanceof BodyBroken) {
      return { source: null, dispose };
    }
    await dispose();
    throw error;
  }
}

/** Returns the parts; null when the body is malformed or incomplete. */
async function readParts(
  contentType: string,
  blocks: AsyncIterable<Uint8Array>,
  contents: PartContents,
): Promise<readonly Part[] | null> {
  const boundary = parseParameterHeader(contentType).parameters.get('boundary');
  if (!boundary) return null;
  const parts: Part[] = [];
  const last = () => parts.at(-1);
  const parser = new MultipartParser(boundary, {
    onPart(headers) {
      if (parts.length >= MAX_MULTIPART_PARTS) throw new MultipartError('There are too many parts');
      parts.push({ headers, start: contents.sizeBytes, sizeBytes: 0, isWhole: false });
    },
    onBytes(bytes) {
      const part = last();
      // Bytes before the first boundary belong to no part.
      if (!part || part.isWhole) return;
      part.sizeBytes += bytes.length;
      contents.add(bytes);
    },
    onPartEnd() {
      const part = last();
      if (part) part.isWhole = true;
    },
  });
  for await (const block of blocks) {
    parser.write(block);
    await contents.spill();
  }
  return parser.isComplete ? parts : null;
}

async function formSourceOf(
  parts: readonly Part[],
  contents: PartContents,
  maxTextBytes: number,
  keep: (bytes: number) => void,
): Promise<FormSource> {
  const entries = new Map<string, (string | UploadedPart)[]>();
  let textBytes = 0;
  for (const part of parts) {
    const { headers, sizeBytes } = part;
    const disposition = parseParameterHeader(headers.get('content-disposition') ?? '');
    const name = disposition.parameters.get('name');
    if (disposition.value !== 'form-data' || name === undefined) continue;
    const filename = disposition.parameters.get('filename') ?? null;
    const isText = filename === null && sizeBytes <= MAX_TEXT_BYTES;
    if (isText) {
      textBytes += sizeBytes;
      if (textBytes > maxTextBytes) throw new BodyTooLarge('The texts are too large');
      keep(sizeBytes);
    }
    const bytes = () => contents.bytes(part);
    const entry = isText ? decodeUtf8(await bytes()) : { filename, headers, sizeBytes, bytes };
    const entriesOfName = entries.get(name);
    if (entriesOfName) entriesOfName.push(entry);
    else entries.set(name, [entry]);
  }
  return { kind: 'entries', entries };
}

/** The contents of a longer body are written to disk. Each client can send many bodies at once. */
const MAX_PART_BYTES_IN_MEMORY = 256 * 1024;

/** Keeps the contents of all parts of a body, one after the other, until the end of the request. */
class PartContents {
  readonly #folder: string;
  readonly #keep: (bytes: number) => void;
  #chunks: Uint8Array[] = [];
  #keptBytes = 0;
  #file: { readonly path: string; readonly handle: FileHandle } | null = null;
  sizeBytes = 0;

  /** @param folder created when needed */
  constructor(folder: string, keep: (bytes: number) => void) {
    this.#folder = folder;
    this.#keep = keep;
  }

  /** Keeps a copy of `bytes`. */
  add(bytes: Uint8Array): void {
    this.sizeBytes += bytes.length;
    this.#keptBytes += bytes.length;
    this.#chunks.push(bytes.slice());
    this.#keep(bytes.length);
  }

  /** Writes the contents to disk if they are long. */
  async spill(): Promise<void> {
    if (!this.#file && this.#keptBytes <= MAX_PART_BYTES_IN_MEMORY) return;
    this.#file ??= await this.#open();
    // Not a stream: one that nobody listens to ends the server when the disk is full.
    await this.#file.handle.appendFile(Buffer.concat(this.#chunks.splice(0)));
    this.#keep(-this.#keptBytes);
    this.#keptBytes = 0;
  }

  /** Returns the bytes of a part. */
  async bytes({ start, sizeBytes }: Pick<Part, 'start' | 'sizeBytes'>): Promise<Uint8Array> {
    if (!this.#file) {
      const whole = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
      this.#chunks = whole ? [whole] : [];
      return (whole ?? new Uint8Array()).subarray(start, start + sizeBytes);
    }
    const bytes = Buffer.alloc(sizeBytes);
    for (let read = 0; read < sizeBytes; ) {
      const from = { offset: read, length: sizeBytes - read, position: start + read };
      const { bytesRead } = await this.#file.handle.read(bytes, from);
      if (bytesRead === 0) throw new Error('The file of a body is shorter than the body');
      read += bytesRead;
    }
    return bytes;
  }

  /** Discards the bytes. */
  async dispose(): Promise<void> {
    this.#chunks = [];
    if (!this.#file) return;
    await this.#file.handle.close();
    await rm(this.#file.path, { force: true });
  }

  async #open() {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, randomUUID());
    return { path, handle: await open(path, 'wx+', 0o600) };
  }
}
