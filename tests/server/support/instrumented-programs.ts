import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The header with the processor time of the main thread in ms, of `timedProgram`. */
export const USED_HEADER = 'x-used-ms';

/** A program that runs test code before the program itself. */
interface WrappedProgram {
  readonly program: string;
  remove(): Promise<void>;
}

async function wrap(program: string, lines: (folder: string) => string[]): Promise<WrappedProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'leafmark-program-'));
  const wrapped = join(folder, 'program.mjs');
  const own = `await import(${JSON.stringify(pathToFileURL(program).href)});`;
  await writeFile(wrapped, [...lines(folder), own].join('\n'));
  return { program: wrapped, remove: () => rm(folder, { recursive: true }) };
}

/**
 * Wraps a program so that its process blocks before it starts its work, as if it parsed a large
 * file. `resume` lets it continue.
 */
export async function pausedProgram(
  program: string,
): Promise<WrappedProgram & { resume(): Promise<void> }> {
  let gate = '';
  const wrapped = await wrap(program, (folder) => {
    gate = join(folder, 'gate');
    return [
      `import { existsSync } from 'node:fs';`,
      'const pause = new Int32Array(new SharedArrayBuffer(4));',
      `while (!existsSync(${JSON.stringify(gate)})) Atomics.wait(pause, 0, 0, 5);`,
    ];
  });
  return { ...wrapped, resume: () => writeFile(gate, '') };
}

interface StartedProcess {
  readonly process: ProcessInfo;
  readonly ended: Promise<void>;
}

interface WatchedProcesses {
  /** The first process that starts. */
  readonly started: Promise<StartedProcess>;
  /** The last process that has started. Fails if none has. */
  last(): StartedProcess;
}

/** The id and the environment that a process reports about itself. */
export interface ProcessInfo {
  readonly pid: number;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Wraps a program so that it connects to the test and reports its process. The connection closes
 * when the process ends for any reason.
 */
export async function watchedProgram(program: string): Promise<WrappedProgram & WatchedProcesses> {
  const all: StartedProcess[] = [];
  const server = createServer().listen(0, '127.0.0.1');
  const started = new Promise<StartedProcess>((resolve) => {
    server.on('connection', async (socket) => {
      const one = await startedProcess(socket);
      all.push(one);
      resolve(one);
    });
  });
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
    started,
    last() {
      const last = all.at(-1);
      if (last === undefined) throw new Error('No process has started');
      return last;
    },
    async remove() {
      server.close();
      await wrapped.remove();
    },
  };
}

async function startedProcess(socket: Socket): Promise<StartedProcess> {
  // A killed process can leave a broken connection.
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  const [bytes] = await once(socket, 'data');
  return { process: JSON.parse(String(bytes)) as ProcessInfo, ended };
}

/**
 * Wraps a program so that it logs each time one piece of work blocks its event loop for more than
 * `minMs`, and says in each response how much the main thread has used so far. It measures processor
 * time, which does not depend on the load of the machine.
 */
export const timedProgram = (program: string, minMs: number): Promise<WrappedProgram> =>
  wrap(program, () => [
    `import { ServerResponse } from 'node:http';`,
    'const used = () => {',
    '  const { user, system } = process.threadCpuUsage();',
    '  return (user + system) / 1000;',
    '};',
    'const { writeHead } = ServerResponse.prototype;',
    'ServerResponse.prototype.writeHead = function (...all) {',
    `  this.setHeader('${USED_HEADER}', used());`,
    '  return writeHead.apply(this, all);',
    '};',
    'let last = used();',
    'setInterval(() => {',
    '  const now = used();',
    '  const ms = now - last;',
    '  last = now;',
    `  if (ms > ${minMs}) process.stdout.write(JSON.stringify({ event: 'blocked', ms }) + '\\n');`,
    '}, 1).unref();',
  ]);
