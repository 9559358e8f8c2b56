import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { elapsed, type Figure, inTurns, sum } from '../figure';
import { createWords } from '../random';
import { type Child, startChild } from './child';
import { Connection, requestText } from './connection';
import { fillDatabase, type Library } from './database';
import { askOnce } from './load';
import { headersOf, ratio, value } from './sides';

const SECTIONS = 40;
const PARAGRAPHS = 6;
const WORDS = 60;
const WARM_UPS = 10;
const IDLE_MS = 5000;
const MAX_MEGABYTES = 150;
const MEGABYTE_KB = 1024;
const BUILD = join('scripts', 'server', 'build.mjs');
const PROGRAM = join('.output', 'server', 'main.js');

/**
 * Measures the whole server: a page until it is loaded, its start, and the memory of its idle
 * processes.
 */
export async function* pageFigures(runs: number): AsyncGenerator<Figure> {
  await promisify(execFile)(process.execPath, [BUILD]);
  const folder = await mkdtemp(join(tmpdir(), 'leafmark-bench-'));
  try {
    const library = await fillDatabase(folder, 100);
    const sides = {
      read: () => elapsed(readBundle),
      start: async () => {
        const began = performance.now();
        await using started = await start(folder);
        await askOnce(started.port, requestText('GET', '/api/info'));
        return performance.now() - began;
      },
    };
    const times = await inTurns(['read', 'start'], runs, (side) => sides[side]());
    const floor = ['node that reads the bundle and ends', times.read] as const;
    yield ratio('start until the first answer', times.start, floor, { atMost: 1.5 });
    await using server = await start(folder);
    yield await loadedFigure(server, library, runs);
    await wait(IDLE_MS);
    yield await memoryFigure(server);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const readBundle = () =>
  promisify(execFile)(process.execPath, [
    '-e',
    `require('node:fs').readFileSync(${JSON.stringify(PROGRAM)})`,
  ]);

/** The flag is that of `npm run server` and of the container. */
const start = (folder: string): Promise<Child> =>
  startChild(PROGRAM, ['--port', '0', '--data', folder], ['--max-semi-space-size=4']);

/**
 * Compares the time until a sent page is loaded with extracting the same page in a warm process.
 */
async function loadedFigure(server: Child, library: Library, runs: number): Promise<Figure> {
  const html = pageHtml();
  const sides = {
    floor: async () => new Readability(parseHTML(html).document as unknown as Document).parse(),
    server: async (run: number) => {
      // The server closes a connection after 1,000 requests.
      const connection = await Connection.open(server.port);
      await load(connection, library, `https://example.org/p/${run}`, html);
      connection.close();
    },
  };
  // Both sides are warm after some pages.
  const times = await inTurns(
    ['floor', 'server'],
    runs,
    (side, run) => elapsed(() => sides[side](run)),
    WARM_UPS,
  );
  const name = `a page of ${Math.round(html.length / 1000)} kB sent, until it is loaded`;
  const floor = ['linkedom and plain Readability, warm', times.floor] as const;
  return ratio(name, times.server, floor, { atMost: 2 });
}

async function load(connection: Connection, library: Library, url: string, html: string) {
  const headers = { ...headersOf(library), 'content-type': 'application/json' };
  const body = JSON.stringify({ url, html });
  const made = await connection.ask(requestText('POST', '/api/bookmarks', headers, body));
  const id = /^bookmark-id: (\S+)/im.exec(made.head)?.[1];
  if (id === undefined) throw new Error(`The server responded with status ${made.status}`);
  const ask = requestText('GET', `/api/bookmarks/${id}`, headersOf(library));
  for (;;) {
    const { body: info } = await connection.ask(ask);
    const { state } = JSON.parse(info.toString()) as { state: number };
    if (state === 0) return;
    if (state === 1) throw new Error('The page was not loaded');
    await wait(1);
  }
}

/** Makes a page like those of newspapers: an article with much around it. */
function pageHtml(): string {
  const words = createWords(7);
  const links = Array.from({ length: 150 }, (_, n) => `<li><a href="/${n}">${words.text(3)}</a>`);
  const section = () =>
    `<h2>${words.text(5)}</h2>${Array.from(
      { length: PARAGRAPHS },
      () => `<p class="text">${words.text(WORDS)}, <a href="/x">${words.text(2)}</a>.</p>`,
    ).join('')}`;
  const article = Array.from({ length: SECTIONS }, section).join('');
  // With optional tags, because linkedom does not add them.
  return `<!doctype html><html><head><title>${words.text(6)}</title></head><body><nav><ul>${links.join('')}</ul></nav>
    <main><article>${article}</article></main><footer><ul>${links.join('')}</ul></footer></body></html>`;
}

/**
 * Returns the memory of the server and its child processes. Shared memory counts proportionally
 * (Linux).
 */
async function memoryFigure({ pid }: Child): Promise<Figure> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = [pid, ...children.split(' ').filter(Boolean).map(Number)];
  const kilobytes = await Promise.all(
    pids.map(async (each) => {
      const text = await readFile(`/proc/${each}/smaps_rollup`, 'utf8');
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]);
    }),
  );
  const name = `memory of ${pids.length} processes after some pages`;
  const megabytes = [sum(kilobytes) / MEGABYTE_KB, 'MB'] as const;
  return value(name, megabytes, 1, 'none', { atMost: MAX_MEGABYTES });
}
