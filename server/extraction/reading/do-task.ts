import { readPage } from './read-page';
import type { Sanitisers } from './server-dom';
import type { Reply, Task } from './tasks';

/** Does a task, whatever the page is. */
export function doTask(task: Task, sanitisers: Sanitisers): Reply {
  try {
    const value =
      task.kind === 'page' ? readPage(task.given, sanitisers) : sanitisers.svg(task.given);
    return { ok: true, value };
  } catch (fault) {
    // A page that breaks what reads it: the next one has its chance.
    return {
      ok: false,
      fault: String(fault),
    };
  }
}
