import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A program that does something before it is what it is. */
interface Wrapped {
  readonly program: string;
  remove(): Promise<void>;
}

async function wrap(program: string, lines: (folder: string) => string[]): Promise<Wrapped> {
  const folder = await mkdtemp(join(tmpdir(), 'leafmark-program-'));
  const wrapped = join(folder, 'program.mjs');
  const own = `await import(${JSON.stringify(pathToFileURL(program).href)});`;
  await writeFile(wrapped, [...lines(folder), own].join('\n'));
  return { program: wrapped, remove: () => rm(folder, { recursive: true }) };
}

/**
 * Stopped in the middle of its work until it is let go: all of the process stands still meanwhile,
 * as by a file that takes that long to parse.
 */
export async function heldProgram(program: string): Promise<Wrapped & { letGo(): Promise<void> }> {
  let gate = '';
  const wrapped = await wrap(program, (folder) => {
    gate = join(folder, 'gate');
    return [
      `import { existsSync } from 'node:fs';`,
      'const pause = new Int32Array(new SharedArrayBuffer(4));',
      `while (!existsSync(${JSON.stringify(gate)})) Atomics.wait(pause, 0, 0, 5);`,
    ];
  });
  return { ...wrapped, letGo: () => writeFile(gate, '') };
}

interface Watched {
  /** Of the process that began first. */
  readonly seen: Promise<{ readonly process: Seen; readonly ended: Promise<void> }>;
}

/** What a process tells of itself. */
export interface Seen {
  readonly pid: number;
  readonly env: NodeJS.ProcessEnv;
}

/** Tells what it is, and that it has ended: however it does, its connection ends with it. */
export async function watchedProgram(program: string): Promise<Wrapped & Watched> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const wrapped = await wrap(program, () => [
    `import { once } from 'node:events';`,
    `import { connect } from 'node:net';`,
    `const socket = connect(${port}, '127.0.0.1');`,
    `await once(socket, 'connect');`,
    'const { pid, env } = process;',
    'await new Promise((sent) => socket.write(JSON.stringify({ pid, env }), sent));',
    'socket.unref();',
  ]);
  return {
    ...wrapped,
    seen: see(server),
    async remove() {
      server.close();
      await wrapped.remove();
    },
  };
}

async function see(server: ReturnType<typeof createServer>): Promise<Awaited<Watched['seen']>> {
  const [socket] = (await once(server, 'connection')) as [Socket];
  // A process that was killed may leave its connection broken.
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  const [bytes] = await once(socket, 'data');
  return { process: JSON.parse(String(bytes)) as Seen, ended };
}

/**
 * Writes down, as a line of its log, each time its event loop was kept by one piece of work for more
 * than `minMs`. Counted in time of a processor, so that a busy machine does not change it.
 */
export const timedProgram = (program: string, minMs: number): Promise<Wrapped> =>
  wrap(program, () => [
    'let last = process.threadCpuUsage();',
    'setInterval(() => {',
    '  const now = process.threadCpuUsage();',
    '  const ms = (now.user + now.system - last.user - last.system) / 1000;',
    '  last = now;',
    `  if (ms > ${minMs}) process.stdout.write(JSON.stringify({ event: 'kept', ms }) + '\\n');`,
    '}, 1).unref();',
  ]);
