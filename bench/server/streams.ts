import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Figure, median, rounded } from '../figure';
import type { Child } from './child';
import { headersOf, ratioFigure, type Sides } from './sides';

const SYNC = { method: 'POST', path: '/api/bookmarks/sync' };
const KINDS = {
  'with articles': { with_json: true, with_html: true },
  'JSON alone': { with_json: true },
};
const MEGABYTE = 1024 * 1024;
const MOST_MEGABYTES = 64;
const LOOK_EVERY_MS = 200;

/** The sync stream of the whole library, beside the same bytes out of a file; what memory it takes. */
export async function* streamFigures(sides: Sides): AsyncGenerator<Figure> {
  const { size, runs } = sides;
  let grown = 0;
  for (const [kind, wanted] of Object.entries(KINDS)) {
    const rounds = await measure(sides, JSON.stringify(wanted));
    const floorMs = rounded(median(rounds.map((round) => round.floorMs)));
    const beside = `a plain file stream of the same bytes: ${floorMs} ms`;
    const ratios = rounds.map((round) => round.floorMs / round.ms);
    yield ratioFigure(`sync stream of ${size}, ${kind}`, ratios, beside, { atLeast: 0.5 });
    grown = Math.max(grown, ...rounds.map((round) => round.grown));
  }
  const megabytes = rounded(grown / MEGABYTE);
  yield {
    bench: 'server',
    case: `sync stream of ${size}, memory it takes at most`,
    value: megabytes,
    unit: 'MB',
    floor: 'before it began',
    aim: `<=${MOST_MEGABYTES}`,
    met: megabytes <= MOST_MEGABYTES,
    n: runs * Object.keys(KINDS).length,
  };
}

interface Round {
  readonly floorMs: number;
  readonly ms: number;
  /** By how much memory grew, in bytes. */
  readonly grown: number;
}

/** Streams what `wanted` asks for, and the same bytes out of a file, by turns. */
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
    if (run === 0) continue; // code that has not run before
    rounds.push({ floorMs, ms: await streaming, grown: peak - before });
  }
  return rounds;
}

/** How long it takes until the last byte is there, in ms. */
async function timed(ask: () => Promise<IncomingMessage>): Promise<number> {
  const begin = performance.now();
  const answer = await ask();
  answer.resume();
  await new Promise((resolve, reject) => answer.on('end', resolve).on('error', reject));
  return performance.now() - begin;
}

function ask(
  { port }: Child,
  how: { method: string; path: string; headers?: Readonly<Record<string, string>> },
  body = '',
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A connection for each: one that rests may be closed just when it is wanted again.
    request({ port, host: '127.0.0.1', agent: false, ...how }, (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else reject(new Error(`Answered ${answer.statusCode}`));
    })
      .on('error', reject)
      .end(body);
  });
}

/** The most resident memory until `work` is done, in bytes. */
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

/** Resident memory in bytes, as the server says itself. */
async function memoryOf(child: Child): Promise<number> {
  const metrics = await text(await ask(child, { method: 'GET', path: '/metrics' }));
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
}
