import type { WxtBrowser } from 'wxt/browser';
import { err, ok, type Result } from '../../domain';
import type { Problem } from '../../service';
import { candidatesFor, originPatternsOf } from '../../service/find/typed-address';
import { problem } from './problem';

/** Asks for the origins of servers, in a page. */
export interface OriginQuestion {
  /**
   * Asks for the origins at which a server may be that was typed. To be called first thing in a
   * click. The value is those that were not allowed before, to be given back should nothing come of
   * it.
   */
  ask(address: string): Promise<Result<readonly string[], Problem>>;
}

export function createOriginQuestion(
  permissions: Pick<WxtBrowser['permissions'], 'getAll' | 'request' | 'onAdded' | 'onRemoved'>,
): OriginQuestion {
  // Known before the click: nothing may be awaited in it.
  let held: ReadonlySet<string> = new Set();
  const look = async () => {
    held = new Set((await permissions.getAll()).origins);
  };
  void look();
  permissions.onAdded.addListener(() => void look());
  permissions.onRemoved.addListener(() => void look());
  return {
    async ask(address) {
      const candidates = candidatesFor(address);
      if (!candidates.ok) return err(problem(candidates.error));
      const origins = [...originPatternsOf(candidates.value)];
      const before = held;
      return (await permissions.request({ origins }))
        ? ok(origins.filter((origin) => !before.has(origin)))
        : err(problem('not-allowed'));
    },
  };
}
