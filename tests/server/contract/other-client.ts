import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** The requests of a client that is served at the same time as others, by their names. */
export interface OtherClient {
  readonly base: string;
  readonly pid: number;
  readonly token: string;
  /** The header with the processor time that the server's main thread has used, in ms. */
  readonly usedHeader: string;
  readonly asks: Readonly<Record<string, Ask>>;
}

interface Ask {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** The processor time that the main thread used while a request waited, in ms: the longest by name. */
export type Waited = Readonly<Record<string, number>>;

const PAUSE_MS = 10;
const { base, pid, token, usedHeader, asks } = workerData as OtherClient;
// A worker, because the test itself is busy with the connections of the client that disturbs.
const agent = new Agent({ keepAlive: true });
const longest = new Map<string, number>();
const waiting = new Map<string, Promise<void>>();

/** The processor time of the server's main thread in ms, which Linux counts in ns. */
const usedMs = () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

const ask = (name: string, { method, path, body }: Ask): Promise<void> =>
  new Promise((resolve, reject) => {
    const authorization = `Bearer ${token}`;
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
    const before = usedMs();
    const sent = request(`${base}${path}`, { method, headers, agent }, (response) => {
      const after = Number(response.headers[usedHeader]);
      longest.set(name, Math.max(longest.get(name) ?? 0, after - before));
      finish(response, resolve, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

function finish(response: IncomingMessage, resolve: () => void, reject: (error: Error) => void) {
  response.resume().once('end', resolve).once('error', reject);
  if (response.statusCode !== 200) reject(new Error(`The other client got ${response.statusCode}`));
}

for (const [name, request] of Object.entries(asks)) void askAlways(name, request);

async function askAlways(name: string, request: Ask): Promise<void> {
  for (;;) {
    const answered = ask(name, request);
    waiting.set(name, answered);
    await answered;
    await setTimeout(PAUSE_MS);
  }
}

/** Answers each message with the longest times since the one before, when the waiting requests are answered. */
parentPort?.on('message', async () => {
  await Promise.all(waiting.values());
  parentPort?.postMessage(Object.fromEntries(longest));
  longest.clear();
});
