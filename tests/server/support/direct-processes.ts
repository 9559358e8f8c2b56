import { TASK_WORK } from '../../../server/do-tasks';
import type { Processes, SharedProcesses } from '../../../server/processes/process-pool';
import type { Tasks } from '../../../server/tasks';
import { err, ok } from '../../../src/domain/result';

/** The type of a function that does tasks. */
export type RunTask = SharedProcesses<Tasks>['run'];
type Help = Readonly<Record<string, (value: unknown) => Promise<unknown>>>;

/** Returns processes whose tasks are all done by `run`. */
export const processesThat = (run: RunTask): Processes<Tasks> => ({
  run,
  sharedBy: () => ({ run }),
  close: async () => undefined,
});

/** Does a task in the process of the test, with the same results. No program has to be built for it. */
export const runDirectly: RunTask = async (kind, input, _signal, help = {}) => {
  const thrown: unknown[] = [];
  const noted = ([name, ask]: [string, Help[string]]) => {
    const asked = async (value: unknown) => {
      try {
        return await ask(value);
      } catch (fault) {
        thrown.push(fault);
        throw fault;
      }
    };
    return [name, asked];
  };
  try {
    return ok(
      await TASK_WORK[kind](input, Object.fromEntries(Object.entries(help as Help).map(noted))),
    );
  } catch (fault) {
    if (thrown.length > 0) throw thrown[0];
    return err({ kind: 'broke', fault: String(fault) });
  }
};

export const directProcesses = processesThat(runDirectly);
