import type { FullDom } from './full-dom';
import { needsFullDom } from './open-page';
import { readPage } from './read-page';
import type { Reply, Task } from './tasks';

let fullDom: FullDom | undefined;

/**
 * What a task needs beside the page: few need anything.
 * @throws where DOMPurify does not work
 */
export async function prepare(task: Task): Promise<FullDom | null> {
  if (task.kind === 'page' && !needsFullDom(task.given)) return null;
  if (fullDom === undefined) fullDom = (await import('./full-dom')).createFullDom();
  return fullDom;
}

/**
 * Does a task, whatever the page is.
 * @param dom what `prepare` gave for it
 */
export function doTask(task: Task, dom: FullDom | null): Reply {
  try {
    const value =
      task.kind === 'page' ? readPage(task.given, dom) : (dom?.cleanSvg(task.given) ?? null);
    return { ok: true, value };
  } catch (fault) {
    // A page that breaks what reads it: the next one has its chance.
    return {
      ok: false,
      fault: String(fault),
    };
  }
}
