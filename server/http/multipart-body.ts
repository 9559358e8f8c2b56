import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FormSource,
  MultipartError,
  MultipartParser,
  type PartHeaders,
  parseParameterHeader,
  type UploadedPart,
} from '../../src/contract';
import { BodyBroken, blocksOf, decodeUtf8 } from './read-bytes';

/** No real page has more parts. */
const MAX_PARTS = 10_000;
/** A longer part without a file name counts as a file. */
const MAX_TEXT_BYTES = 256 * 1024;

export interface MultipartBody {
  /** null when the body is malformed or incomplete. */
  readonly source: FormSource | null;
  dispose(): Promise<void>;
}

interface Part {
  readonly headers: PartHeaders;
  readonly store: PartStore;
  isWhole: boolean;
}

/**
 * Reads a multipart body. Large parts go to files in `folder`, which `dispose` deletes. `client` takes turns with others.
 * @throws BodyTooLarge when it is longer than `maxBytes`.
 */
export async function readMultipart(
  contentType: string,
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  folder: string,
  client: string,
): Promise<MultipartBody> {
  const parts: Part[] = [];
  const dispose = async () => {
    await Promise.all(parts.map(({ store }) => store.dispose()));
  };
  try {
    const isWhole = await readParts(contentType, body, maxBytes, { folder, client }, parts);
    return { source: isWhole ? await sourceOf(parts) : null, dispose };
  } catch (error) {
    if (error instanceof MultipartError || error instanceof BodyBroken) {
      return { source: null, dispose };
    }
    await dispose();
    throw error;
  }
}

async function readParts(
  contentType: string,
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  { folder, client }: { readonly folder: string; readonly client: string },
  parts: Part[],
): Promise<boolean> {
  const boundary = parseParameterHeader(contentType).parameters.get('boundary');
  if (!boundary) return false;
  // The parser is synchronous and writing files is not, so writes are collected for each block.
  let writes: (() => Promise<void>)[] = [];
  const last = () => parts.at(-1);
  const parser = new MultipartParser(boundary, {
    onPart(headers) {
      if (parts.length >= MAX_PARTS) throw new MultipartError('There are too many parts');
      parts.push({ headers, store: new PartStore(folder), isWhole: false });
    },
    onBytes(bytes) {
      const part = last();
      // Bytes before the first boundary belong to no part.
      if (part && !part.isWhole) writes.push(() => part.store.write(bytes));
    },
    onPartEnd() {
      const part = last();
      if (part) part.isWhole = true;
    },
  });
  for await (const block of blocksOf(body, maxBytes, client)) {
    parser.write(block);
    for (const write of writes) await write();
    writes = [];
  }
  for (const { store } of parts) await store.end();
  return parser.isComplete;
}

async function sourceOf(parts: readonly Part[]): Promise<FormSource> {
  const entries = new Map<string, (string | UploadedPart)[]>();
  for (const { headers, store } of parts) {
    const disposition = parseParameterHeader(headers.get('content-disposition') ?? '');
    const name = disposition.parameters.get('name');
    if (disposition.value !== 'form-data' || name === undefined) continue;
    const filename = disposition.parameters.get('filename') ?? null;
    const isText = filename === null && store.sizeBytes <= MAX_TEXT_BYTES;
    const entry = isText ? decodeUtf8(await store.bytes()) : upload(filename, headers, store);
    const entriesOfName = entries.get(name);
    if (entriesOfName) entriesOfName.push(entry);
    else entries.set(name, [entry]);
  }
  return { kind: 'entries', entries };
}

const upload = (filename: string | null, headers: PartHeaders, store: PartStore): UploadedPart => ({
  filename,
  headers,
  sizeBytes: store.sizeBytes,
  bytes: () => store.bytes(),
});

/** Larger parts of a body are written to disk. */
const MAX_BYTES_IN_MEMORY = 1024 * 1024;

/** Keeps the bytes of one part of a body until the end of the request. */
class PartStore {
  readonly #folder: string;
  #chunks: Uint8Array[] = [];
  #file: { readonly path: string; readonly handle: FileHandle } | null = null;
  sizeBytes = 0;

  /** @param folder the folder for large parts; created when needed */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps a copy of `bytes`. Resolves when it can take more. */
  async write(bytes: Uint8Array): Promise<void> {
    this.sizeBytes += bytes.length;
    this.#chunks.push(bytes.slice());
    if (this.sizeBytes > MAX_BYTES_IN_MEMORY) await this.#spill();
  }

  /** Ends the part. Call it before `bytes`. */
  async end(): Promise<void> {
    await this.#file?.handle.close();
  }

  /** Returns all bytes. */
  async bytes(): Promise<Uint8Array> {
    return this.#file ? readFile(this.#file.path) : Buffer.concat(this.#chunks);
  }

  /** Discards the bytes. */
  async dispose(): Promise<void> {
    this.#chunks = [];
    if (!this.#file) return;
    await this.#file.handle.close();
    await rm(this.#file.path, { force: true });
  }

  async #spill(): Promise<void> {
    this.#file ??= await this.#open();
    // Not a stream: one that nobody listens to ends the server when the disk is full.
    await this.#file.handle.appendFile(Buffer.concat(this.#chunks.splice(0)));
  }

  async #open() {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, randomUUID());
    return { path, handle: await open(path, 'wx', 0o600) };
  }
}
