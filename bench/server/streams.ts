import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { elapsed, type Figure, median, rounded } from '../figure';
import type { Child } from './child';
import { headersOf, type Sides, value } from './sides';

const SYNC = { method: 'POST', path: '/api/bookmarks/sync' };
const KINDS = {
  'with articles': { with_json: true, with_html: true },
  'JSON alone': { with_json: true },
};
const MEGABYTE = 1024 * 1024;
const MAX_MEGABYTES = 64;
const LOOK_EVERY_MS = 200;

/**
 * Compares the sync stream of the whole library with the same bytes from a file, and measures its
 * memory.
 */
export async function* streamFigures(sides: Sides): AsyncGenerator<Figure> {
  const { size, runs } = sides;
  let grown = 0;
  for (const [kind, wanted] of Object.entries(KINDS)) {
    const rounds = await measure(sides, JSON.stringify(wanted));
    const [ms, floorMs] = (['ms', 'floorMs'] as const).map((of) =>
      median(rounds.map((round) => round[of])),
    ) as [number, number];
    const beside = `a plain file stream of the same bytes: ${rounded(floorMs)} ms`;
    const share = [floorMs / ms, 'x'] as const;
    yield value(`sync stream of ${size}, ${kind}`, share, runs, beside, { atLeast: 0.5 });
    grown = Math.max(grown, ...rounds.map((round) => round.grown));
  }
  const megabytes = [grown / MEGABYTE, 'MB'] as const;
  const n = runs * Object.keys(KINDS).length;
  const name = `sync stream of ${size}, peak memory`;
  yield value(name, megabytes, n, 'before the stream', { atMost: MAX_MEGABYTES });
}

interface Round {
  readonly floorMs: number;
  readonly ms: number;
  /** Growth of memory in bytes. */
  readonly grown: number;
}

/** Streams the response to `wanted` and the same bytes from a file, in turns. */
async function measure({ floor, leafmark, library, runs }: Sides, wanted: string) {
  const headers = { ...headersOf(library), 'content-type': 'application/json' };
  const sync = () => ask(leafmark, { ...SYNC, headers }, wanted);
  await pipeline(await sync(), createWriteStream(join(library.folder, 'stream')));
  const rounds: Round[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const floorMs = await timed(() => ask(floor, { method: 'GET', path: '/stream' }));
    const before = await memoryOf(leafmark);
    const streaming = timed(sync);
    const peak = await peakMemory(leafmark, streaming);
    if (run === 0) continue; // Warm-up: code that has not run before.
    rounds.push({ floorMs, ms: await streaming, grown: peak - before });
  }
  return rounds;
}

/** Returns the time until the last byte has arrived, in ms. */
const timed = (ask: () => Promise<IncomingMessage>): Promise<number> =>
  elapsed(async () => {
    const answer = await ask();
    answer.resume();
    await new Promise((resolve, reject) => answer.on('end', resolve).on('error', reject));
  });

function ask(
  { port }: Child,
  how: { method: string; path: string; headers?: Readonly<Record<string, string>> },
  body = '',
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A new connection for each, because an idle one may be closed at the moment of the next
    // request.
    request({ port, host: '127.0.0.1', agent: false, ...how }, (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else reject(new Error(`The server responded with status ${answer.statusCode}`));
    })
      .on('error', reject)
      .end(body);
  });
}

/** Returns the maximum resident memory until `work` is done, in bytes. */
async function peakMemory(child: Child, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let peak = 0;
  while (!isDone) {
    peak = Math.max(peak, await memoryOf(child));
    await Promise.race([done, wait(LOOK_EVERY_MS)]);
  }
  return peak;
}

/** Returns the resident memory that the server reports, in bytes. */
async function memoryOf(child: Child): Promise<number> {
  const metrics = await text(await ask(child, { method: 'GET', path: '/metrics' }));
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
}
