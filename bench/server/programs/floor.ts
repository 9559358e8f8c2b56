// The minimal server: `node floor.js FOLDER`. GET /body sends `FOLDER/body` from memory, GET
// /stream sends `FOLDER/stream` from disk, POST appends to `FOLDER/appended` and responds after an
// fsync, which concurrent requests share.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
const BODY = join(folder, 'body');
const STREAM = join(folder, 'stream');
const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

let waiting: { readonly bytes: Buffer; readonly response: ServerResponse }[] = [];
let isWriting = false;
const appended = await open(join(folder, 'appended'), 'a');
let body: Buffer | null = null;

async function append(): Promise<void> {
  if (isWriting) return;
  isWriting = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await appended.appendFile(Buffer.concat(batch.map(({ bytes }) => bytes)));
    await appended.datasync();
    for (const { response } of batch) response.writeHead(202, { 'Content-Length': 0 }).end();
  }
  isWriting = false;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'POST') {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      waiting.push({ bytes: Buffer.concat(chunks), response });
      void append();
    });
  } else if (request.url === '/stream') {
    response.writeHead(200, { 'Content-Length': statSync(STREAM).size });
    createReadStream(STREAM).pipe(response);
  } else {
    body ??= readFileSync(BODY);
    response.writeHead(200, { ...JSON_TYPE, 'Content-Length': body.length }).end(body);
  }
}

const server = createServer(answer).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // A TCP server has no path.
  console.log(JSON.stringify({ port }));
});
process.once('SIGTERM', () => process.exit());
