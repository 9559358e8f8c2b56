import type { PageReader, SharedReader } from '../../../server/extraction';
import type { Tasks } from '../../../server/extraction/reading/tasks';

/** Reads pages in this very process: what it makes of them is the same, and nothing is to be built. */
export function directReader(): PageReader {
  const run = async <K extends keyof Tasks>(kind: K, given: Tasks[K]['given']) => {
    // Loaded when there is a page: most tests have none.
    const { doTask, prepare } = await import('../../../server/extraction/reading/do-task');
    const task = { kind, given } as Parameters<typeof doTask>[0];
    const reply = doTask(task, await prepare(task));
    return reply.ok
      ? { ok: true as const, value: reply.value as Tasks[K]['gives'] }
      : { ok: false as const, error: { kind: 'broke' as const, fault: reply.fault } };
  };
  const reader: SharedReader = { run };
  return { ...reader, sharedBy: () => reader, close: async () => undefined };
}
