import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS, SECOND_MS } from '../../../src/domain/time';
import { isWebAddress } from '../../../src/domain/web-address';
import { type PoolLimits, ProcessPool } from '../../processes/process-pool';
import type { Tasks } from '../reading/tasks';
import type { PageReader, SharedReader } from './page-reader';

/** With two processes, one is always free for another user. */
const MIN_PROCESSES = 2;
/** Each process may use `memoryMb`. */
const MAX_PROCESSES = 3;

const POOL_LIMITS: PoolLimits = {
  // One core is left for the server, although it has a higher priority (`beginProgram`).
  size: Math.max(MIN_PROCESSES, Math.min(MAX_PROCESSES, availableParallelism() - 1)),
  // For interactive tasks.
  reserved: 1,
  timeoutMs: 30 * SECOND_MS,
  memoryMb: 384,
  // A new one takes three times as long for its first twenty pages.
  tasksPerProcess: 1000,
  idleMs: MINUTE_MS,
};

/** The processes that read pages. */
export class ReaderPool extends ProcessPool<Tasks> implements PageReader {
  /** @param program the path of the build of `reading/program.ts` */
  constructor(program: string, limits: Partial<PoolLimits> = {}) {
    super(program, { ...POOL_LIMITS, ...limits });
  }
}

/** The build of `reading/program.ts`, next to the server's own program (scripts/server/build.mjs). */
export const READER_PROGRAM = join(import.meta.dirname, 'page-reader.js');

const HOSTILE = '<p>Hello<script>harm()</script><img src="x.png" onerror="harm()">';

/** Tells whether the pool can read and sanitise a page. The server checks this at its start. */
export async function canReadPages(reader: SharedReader): Promise<boolean> {
  const read = await reader.run('page', {
    url: 'https://example.org/',
    bytes: Buffer.from(HOSTILE),
    contentType: 'text/html',
    findsMain: false,
  });
  if (!read.ok) return false;
  const { html = '', imageUrls = [] } = read.value.article ?? {};
  return html.includes('Hello') && !html.includes('harm') && imageUrls.every(isWebAddress);
}
