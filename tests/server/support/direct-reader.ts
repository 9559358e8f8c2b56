import type { PageReader, SharedReader } from '../../../server/extraction';
import type { Tasks } from '../../../server/extraction/reading/tasks';

/**
 * Reads pages in the process of the test, with the same results. No program has to be built for it.
 */
export function directReader(): PageReader {
  const run = async <K extends keyof Tasks>(kind: K, input: Tasks[K]['input']) => {
    // Loaded with the first page, because most tests have none.
    const { doTask, prepare } = await import('../../../server/extraction/reading/do-task');
    const task = { kind, input: input } as Parameters<typeof doTask>[0];
    const reply = doTask(task, await prepare(task));
    return reply.ok
      ? { ok: true as const, value: reply.value as Tasks[K]['output'] }
      : { ok: false as const, error: { kind: 'broke' as const, fault: reply.fault } };
  };
  const reader: SharedReader = { run };
  return { ...reader, sharedBy: () => reader, close: async () => undefined };
}
