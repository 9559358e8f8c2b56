// The program that reads one file or one account in a child process, so that neither a long read nor a
// crash affects the server. It has no network access: the server sends its requests.
import { once } from 'node:events';
import process from 'node:process';
import { blob } from 'node:stream/consumers';
import type { Fetch } from '../../../src/formats';
import { beginProgram } from '../../processes/begin-program';
import type { Message, ServiceResponse, Task } from './import-reader';
import { type EntryPart, readAccount, readFile } from './read-file';

const send = (message: Message) => process.send?.(message);

async function sendPart(part: EntryPart): Promise<void> {
  send({ kind: 'part', part });
  // Waits for `next`, so that only one part is in transit.
  await once(process, 'message');
}

const fetchThroughServer: Fetch = async (url, init) => {
  const request = new Request(url, init);
  const headers = Object.fromEntries(request.headers);
  send({ kind: 'request', url, method: request.method, headers, body: await request.text() });
  const [response] = (await once(process, 'message')) as [ServiceResponse];
  if (response === null) throw new TypeError('The connection failed');
  // The memory is not shared, which the type does not express.
  const bytes = response.bytes as Uint8Array<ArrayBuffer>;
  return new Response(bytes.length === 0 ? null : bytes, { status: response.status });
};

async function read(task: Task) {
  if (task.kind === 'account') return readAccount(task, fetchThroughServer, sendPart);
  // The same class as the global `Blob`, which the types tell apart.
  const file = (await blob(process.stdin)) as Blob;
  return readFile({ ...task, file }, sendPart);
}

try {
  await beginProgram();
  const [task] = await once(process, 'message');
  send({ kind: 'end', result: await read(task as Task) });
} catch (fault) {
  send({ kind: 'fault', fault });
}
