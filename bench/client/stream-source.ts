import { Worker } from 'node:worker_threads';
import { createClient, createSender } from '../../src/service';
import type { SyncAnswer } from '../../src/service/sync/read-sync-stream';

/** The parts of each bookmark in the stream. */
export type StreamKind = 'json' | 'html';

/** A server of sync streams in its own thread. */
export class StreamSource implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #port: number;

  private constructor(worker: Worker, port: number) {
    this.#worker = worker;
    this.#port = port;
  }

  static async open(): Promise<StreamSource> {
    const worker = new Worker(new URL('./stream-server.mjs', import.meta.url));
    const port = await new Promise<number>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    return new StreamSource(worker, port);
  }

  /** Requests `count` bookmarks. The body of the answer has not been read. */
  async ask(count: number, kind: StreamKind): Promise<SyncAnswer> {
    const base = `http://127.0.0.1:${this.#port}/${count}/${kind}`;
    const client = createClient(createSender({ base, token: 'bench' }));
    const answer = await client.sync.stream({ with_json: true, with_html: kind === 'html' });
    if (!answer.ok) throw new Error(answer.error.kind);
    return answer.value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}
