import { connect, type Socket } from 'node:net';

/** A response with its raw body. */
export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

const HEAD_END = '\r\n\r\n';

/**
 * A persistent connection with one request at a time. It needs much less CPU than `fetch`, which
 * matters because the measured server shares the machine.
 */
export class Connection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #size = 0;
  /** Length of the response in bytes with its head; null until the head has arrived. */
  #wanted: number | null = null;
  #headSize = 0;
  #resolve: (answer: Answer) => void = () => undefined;
  #reject: (reason: Error) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('close', () => this.#reject(new Error('The server closed the connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)));
      socket.on('error', reject);
    });
  }

  /** @param request the complete request as bytes or text */
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

/** Returns a complete HTTP request as text. */
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
