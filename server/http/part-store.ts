import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

/** Larger parts of a body are written to disk. */
const MAX_BYTES_IN_MEMORY = 1024 * 1024;

/** Keeps the bytes of one part of a body until the end of the request. */
export class PartStore {
  readonly #folder: string;
  #chunks: Uint8Array[] = [];
  #file: { readonly path: string; readonly stream: WriteStream } | null = null;
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
    if (!this.#file) return;
    this.#file.stream.end();
    await finished(this.#file.stream);
  }

  /** Returns all bytes. */
  async bytes(): Promise<Uint8Array> {
    return this.#file ? readFile(this.#file.path) : Buffer.concat(this.#chunks);
  }

  /** Discards the bytes. */
  async dispose(): Promise<void> {
    this.#chunks = [];
    if (!this.#file) return;
    this.#file.stream.destroy();
    await rm(this.#file.path, { force: true });
  }

  async #spill(): Promise<void> {
    this.#file ??= await this.#open();
    const { stream } = this.#file;
    const waiting = this.#chunks;
    this.#chunks = [];
    for (const chunk of waiting) {
      if (stream.write(chunk)) continue;
      await once(stream, 'drain');
    }
  }

  async #open(): Promise<{ path: string; stream: WriteStream }> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, randomUUID());
    return { path, stream: createWriteStream(path, { flags: 'wx', mode: 0o600 }) };
  }
}
