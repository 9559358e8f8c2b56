import { type followEvents, meaningOf, type Transport } from '../../service';

type Open = Parameters<typeof followEvents>[0];

/** The waits of one who follows, which can be cut short. */
export interface Waits extends Pick<Transport, 'sleep' | 'now'> {
  /** What opens the stream; what a server then asks to be waited is waited, whoever is in a hurry. */
  knownTo(open: Open): Open;
  /** Ends the wait that there is, but one that the server asked for. */
  hurry(): void;
}

export function createWaits({ sleep, now }: Pick<Transport, 'sleep' | 'now'>): Waits {
  let notBefore = 0;
  let wake = () => {};
  return {
    now,
    async sleep(ms, signal) {
      const waking = new AbortController();
      wake = () => waking.abort();
      await sleep(ms, signal ? AbortSignal.any([signal, waking.signal]) : waking.signal);
    },
    knownTo: (open) => async (options) => {
      const answer = await open(options);
      if (!answer.ok) notBefore = now() + (meaningOf(answer.error).waitMs ?? 0);
      return answer;
    },
    hurry() {
      if (now() >= notBefore) wake();
    },
  };
}
