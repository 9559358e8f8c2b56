// A thread that reads one file. Its own program: however large the file, requests are answered
// meanwhile, and what it does to this thread it does to no other.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { type FileContent, readFile } from './read-file';
import type { Said } from './said';

if (parentPort === null) throw new Error('A program for a thread');
const port = parentPort;
const say = (said: Said, ...given: ArrayBuffer[]) => port.postMessage(said, given);

// As `ImportThreads` has made it.
const result = await readFile(workerData as FileContent, async (part) => {
  say({ kind: 'part', part }, part.bytes.buffer);
  // One part at a time is on its way.
  await once(port, 'message');
});
say({ kind: 'end', result });
