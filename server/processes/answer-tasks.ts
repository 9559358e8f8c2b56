import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { SECOND_MS } from '../../src/domain/time';
import type { FromProcess, TaskKinds, ToProcess, WorkOf } from './tasks';

/** Values for files of Linux that control a process. */
const LINUX_SETTINGS = {
  // When memory runs out, the system ends this process before the server or a database.
  '/proc/self/oom_score_adj': '1000',
  // A crash writes no memory dump: it would be large and contain a user's pages.
  '/proc/self/coredump_filter': '0',
};

const WATCH_EVERY_MS = SECOND_MS;
/** The server, which knows the reason, ends a late task before this process does. */
const GRACE_MS = 5 * SECOND_MS;

/** When the task has to be over, in Unix ms; 0 while there is nothing to do. */
const deadline = new BigInt64Array(isMainThread ? new SharedArrayBuffer(8) : workerData);

/**
 * Does the tasks of a `TaskProcess`, one at a time. A program calls it before anything else. The
 * process ends with the server.
 * @param program the address of that program
 */
export async function answerTasks<T extends TaskKinds<T>>(
  work: WorkOf<T>,
  program: URL,
): Promise<void> {
  if (!isMainThread) return endLateTasks();
  // The server has ended.
  process.on('disconnect', () => process.exit());
  // Terminals and supervisors signal every process of a service. The server ends this one itself.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  await yieldMemory();
  new Worker(program, { workerData: deadline.buffer }).unref();
  const send = (message: FromProcess) => void process.send?.(message);
  let timeoutMs = 0;
  const beginTime = () =>
    Atomics.store(deadline, 0, instant() + BigInt(timeoutMs + GRACE_MS) * NS_PER_MS);
  const endTime = () => Atomics.store(deadline, 0, 0n);
  let answered: (value: unknown) => void = () => undefined;
  const ask = (name: string, value: unknown) =>
    new Promise<unknown>((resolve) => {
      answered = resolve;
      endTime();
      send({ kind: 'question', name, value });
    });
  const help = new Proxy({}, { get: (_, name) => (value: unknown) => ask(String(name), value) });
  process.on('message', async (message: ToProcess) => {
    if (message.kind === 'task') ({ timeoutMs } = message);
    beginTime();
    if (message.kind === 'answer') return answered(message.value);
    const reply = await replyOf(() => work[message.name as keyof T](message.input, help));
    endTime();
    send(reply);
  });
}

async function replyOf(work: () => Promise<unknown>): Promise<FromProcess> {
  try {
    return { kind: 'done', value: await work() };
  } catch (fault) {
    return { kind: 'failed', fault: String(fault) };
  }
}

/** In ns. The clock of the system may be set at any time. */
const instant = (): bigint => process.hrtime.bigint();
const NS_PER_MS = 1_000_000n;

/** Ends a task that the server cannot end, because the server was killed. This is a thread of its own. */
function endLateTasks(): void {
  setInterval(() => {
    const at = Atomics.load(deadline, 0);
    if (at !== 0n && instant() > at) process.kill(process.pid, 'SIGKILL');
  }, WATCH_EVERY_MS);
}

/** Lets the server and others survive a shortage of memory on Linux. */
async function yieldMemory(): Promise<void> {
  const writing = Object.entries(LINUX_SETTINGS).map(([path, value]) =>
    writeFile(path, value, { flag: 'r+' }),
  );
  // Other systems lack these files, and a container may forbid writing them.
  await Promise.allSettled(writing);
}
