import { Script } from 'node:vm';
import { sanitiseSvg } from '../../../src/capture';
import { doArticleTask } from '../../articles/do-article-task';
import type { Reply, Task } from '../../processes/tasks';
import { needsDetection } from './decode-page';
import type { FullDom } from './full-dom';
import { needsFullDom, type PageTools } from './open-page';
import { readPage } from './read-page';
import type { Tasks } from './tasks';

let fullDom: FullDom | undefined;

/** Loads what only some pages need. */
export async function prepare(task: Task<Tasks>): Promise<PageTools> {
  if (task.kind !== 'page') return {};
  if (needsFullDom(task.input)) fullDom ??= (await import('./full-dom')).createFullDom();
  return {
    ...fullDom,
    ...(needsDetection(task.input) && (await import('./detect-encoding'))),
  };
}

/**
 * Does a task. A page or an article that causes an exception becomes a failed reply.
 * @param tools the result of `prepare` for this task
 */
export function doTask(task: Task<Tasks>, tools: PageTools): Reply<Tasks> {
  try {
    return { ok: true, value: taskResultOf(task, tools) };
  } catch (fault) {
    return { ok: false, fault: String(fault) };
  }
}

function taskResultOf(task: Task<Tasks>, tools: PageTools): Tasks[keyof Tasks]['output'] {
  switch (task.kind) {
    case 'page':
      return readPage(task.input, tools);
    case 'svg':
      return sanitiseSvg(task.input);
    default:
      return doArticleTask(task.kind, task.input);
  }
}

/** The name of the global function that the script calls. */
const WITHIN_NAME = 'leafmarkWithin';
const WITHIN_SCRIPT = new Script(`${WITHIN_NAME}()`);

/**
 * Runs `work` with a timeout, and returns its result or null after the timeout. This also ends work
 * that never yields to the event loop, which no timer could. The work is then left half done.
 */
export function within<T>(timeoutMs: number, work: () => T): T | null {
  Object.assign(globalThis, { [WITHIN_NAME]: work });
  try {
    // The script runs in this realm, so `work` has access to everything as usual.
    return WITHIN_SCRIPT.runInThisContext({ timeout: timeoutMs }) as T;
  } catch (fault) {
    if (isTimeout(fault)) return null;
    throw fault;
  }
}

const isTimeout = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
