// A process that reads one file or one account. Its own: however much there is to read, requests are
// answered meanwhile, and what takes this process down takes nothing else. It asks nobody by itself.
import { once } from 'node:events';
import process from 'node:process';
import { blob } from 'node:stream/consumers';
import type { Fetch } from '../../../src/formats';
import { beginProgram } from '../../processes/begin-program';
import { type EntryPart, readAccount, readFile } from './read-file';
import type { Answer, Said, Told } from './said';

const say = (said: Said) => process.send?.(said);

async function give(part: EntryPart): Promise<void> {
  say({ kind: 'part', part });
  // One part at a time is on its way.
  await once(process, 'message');
}

const askServer: Fetch = async (url, init) => {
  const request = new Request(url, init);
  const headers = Object.fromEntries(request.headers);
  say({ kind: 'question', url, method: request.method, headers, body: await request.text() });
  const [answer] = (await once(process, 'message')) as [Answer];
  if (answer === null) throw new TypeError('Nobody answered');
  // Memory that nobody shares, which the type can't tell.
  const bytes = answer.bytes as Uint8Array<ArrayBuffer>;
  return new Response(bytes.length === 0 ? null : bytes, { status: answer.status });
};

async function read(told: Told) {
  if (told.kind === 'account') return readAccount(told, askServer, give);
  // What a browser calls a blob too.
  const file = (await blob(process.stdin)) as Blob;
  return readFile({ ...told, file }, give);
}

try {
  await beginProgram();
  const [told] = await once(process, 'message');
  say({ kind: 'end', result: await read(told as Told) });
} catch (fault) {
  say({ kind: 'fault', fault });
}
