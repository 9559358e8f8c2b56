import { Script } from 'node:vm';
import { doArticleTask, isArticleTask } from '../../articles/article-tasks';
import type { FullDom } from './full-dom';
import { needsFullDom } from './open-page';
import { readPage } from './read-page';
import type { Reply, Task, Tasks } from './tasks';

let fullDom: FullDom | undefined;

/**
 * What a task needs beside the page: few need anything.
 * @throws where DOMPurify does not work
 */
export async function prepare(task: Task): Promise<FullDom | null> {
  if (isArticleTask(task.kind)) return null;
  if (task.kind === 'page' && !needsFullDom(task.given)) return null;
  if (fullDom === undefined) fullDom = (await import('./full-dom')).createFullDom();
  return fullDom;
}

/**
 * Does a task, whatever the page or the article is.
 * @param dom what `prepare` gave for it
 */
export function doTask(task: Task, dom: FullDom | null): Reply {
  try {
    return { ok: true, value: resultOf(task, dom) };
  } catch (fault) {
    // A page or an article that breaks what reads it: the next one has its chance.
    return {
      ok: false,
      fault: String(fault),
    };
  }
}

function resultOf(task: Task, dom: FullDom | null): Tasks[keyof Tasks]['gives'] {
  switch (task.kind) {
    case 'page':
      return readPage(task.given, dom);
    case 'svg':
      return dom?.cleanSvg(task.given) ?? null;
    default:
      return doArticleTask(task.kind, task.given);
  }
}

/** What the script calls, by a name that nothing else has. */
const NAME = 'leafmarkWithin';
const SCRIPT = new Script(`${NAME}()`);

/**
 * What `work` gives; null when it takes longer than it may. It is ended then also if it never pauses,
 * so that no timer would have its turn, and leaves whatever it was at half done.
 */
export function within<T>(timeoutMs: number, work: () => T): T | null {
  Object.assign(globalThis, { [NAME]: work });
  try {
    // It runs here, with everything that is here: only its end is another's.
    return SCRIPT.runInThisContext({ timeout: timeoutMs }) as T;
  } catch (fault) {
    if (isTimeout(fault)) return null;
    throw fault;
  }
}

const isTimeout = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
