import type { PageReader } from '../../../server/extraction';
import type { Sanitisers } from '../../../server/extraction/reading/server-dom';
import type { Tasks } from '../../../server/extraction/reading/tasks';

/** Reads pages in this very process: what it makes of them is the same, and nothing is to be built. */
export function directReader(): PageReader {
  let sanitisers: Promise<Sanitisers> | undefined;
  const run = async <K extends keyof Tasks>(kind: K, given: Tasks[K]['given']) => {
    // Loaded when there is a page: a DOM takes longer to load than most tests to run.
    const { doTask } = await import('../../../server/extraction/reading/do-task');
    sanitisers ??= import('../../../server/extraction/reading/server-dom').then((dom) =>
      dom.createSanitisers(),
    );
    const reply = doTask({ kind, given } as Parameters<typeof doTask>[0], await sanitisers);
    return reply.ok
      ? { ok: true as const, value: reply.value as Tasks[K]['gives'] }
      : { ok: false as const, error: { kind: 'broke' as const, fault: reply.fault } };
  };
  return {
    read: (page) => run('page', page),
    cleanSvg: (text) => run('svg', text),
    close: async () => undefined,
  };
}
