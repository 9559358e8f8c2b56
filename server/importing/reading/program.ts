// A process that reads one file. Its own: however large the file, requests are answered meanwhile,
// and what takes this process down takes nothing else.
import { once } from 'node:events';
import process from 'node:process';
import { blob } from 'node:stream/consumers';
import { beginProgram } from '../../processes/begin-program';
import { type EntryPart, readFile } from './read-file';
import type { Said, Told } from './said';

const say = (said: Said) => process.send?.(said);

async function give(part: EntryPart): Promise<void> {
  say({ kind: 'part', part });
  // One part at a time is on its way.
  await once(process, 'message');
}

try {
  await beginProgram();
  const [told] = await once(process, 'message');
  const file = await blob(process.stdin);
  // As `ReadingProcess` sends it, and what a browser calls a blob too.
  const content = { ...(told as Told), file: file as Blob };
  say({ kind: 'end', result: await readFile(content, give) });
} catch (fault) {
  say({ kind: 'fault', fault });
}
