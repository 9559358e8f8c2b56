import { connect, type Socket } from 'node:net';

/** An answer, its body as it came. */
export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

const HEAD_END = '\r\n\r\n';

/**
 * A connection that stays open, one question at a time. Much less work than `fetch`: what is
 * measured shares the machine with it.
 */
export class Connection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes of the answer, its head included; null until the head is there. */
  #wanted: number | null = null;
  #headSize = 0;
  #resolve: (answer: Answer) => void = () => undefined;
  #reject: (reason: Error) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('close', () => this.#reject(new Error('The server hung up')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)));
      socket.on('error', reject);
    });
  }

  /** @param request the whole of it, as it goes on the wire */
  ask(request: string | Buffer): Promise<Answer> {
    this.#socket.write(request);
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#wanted === null) this.#readHead();
    if (this.#wanted === null || this.#size < this.#wanted) return;
    const all = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const head = all.toString('latin1', 0, this.#headSize);
    const body = all.subarray(this.#headSize, this.#wanted);
    this.#chunks = [];
    this.#size = 0;
    this.#wanted = null;
    this.#resolve({ status: Number(head.slice(9, 12)), head, body });
  }

  #readHead(): void {
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    const end = all.indexOf(HEAD_END);
    if (end < 0) return;
    this.#headSize = end + HEAD_END.length;
    const head = all.toString('latin1', 0, this.#headSize);
    this.#wanted = this.#headSize + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  }
}

/** A request as it goes on the wire. */
export function requestText(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([n, v]) => `${n}: ${v}`);
  if (body !== '') lines.push(`content-length: ${Buffer.byteLength(body)}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}${body}`;
}
