import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { SECOND_MS } from '../../domain/time';
import { SyncLine } from '../bookmarks/deferred-parts';
import { readonly, setTo } from '../components/signals';
import type { Schedule } from '../components/timers';
import { t } from '../strings';
import type { SyncStore } from '../sync/sync-store';
import type { ListTouch } from './list-touch';
import './touch.css';

/** The time to read how a sync has ended. */
const READ_MS = 4 * SECOND_MS;

/** Syncs after a pull, and shows the state of the sync until a moment after its end. */
export function createPullToSync(sync: () => Promise<SyncStore>, later: Schedule) {
  const isAnswering = signal(false);
  let store: SyncStore | null = null;
  let stop = () => {};
  return {
    isAnswering: readonly(isAnswering),
    /** Call it before the first touch. */
    async load() {
      store = await sync();
    },
    /** False while it is not known whether there is an account, and without one. */
    isPossible() {
      const account = store?.syncAccount.value ?? null;
      return account !== null && account !== 'nobody';
    },
    start() {
      if (store === null) return;
      const { isSyncing, syncNow } = store;
      stop();
      isAnswering.value = true;
      syncNow();
      let stopTimer = () => {};
      const stopWatching = effect(() => {
        stopTimer();
        if (!isSyncing.value) stopTimer = later(setTo(isAnswering, false), READ_MS);
      });
      stop = () => {
        stopWatching();
        stopTimer();
      };
    },
    dispose: () => stop(),
  };
}

interface PullLineProps extends Pick<Parameters<typeof SyncLine>[0], 'sync' | 'library' | 'href'> {
  readonly touch: ListTouch;
  readonly pullToSync: { readonly isAnswering: ReadonlySignal<boolean> };
}

/** Says above a list that is pulled what the pull does, and then how the sync goes. */
export function PullLine({ touch, pullToSync, ...line }: PullLineProps): JSX.Element {
  const pull = touch.pull.value;
  return (
    <div class="pull-line" role="status">
      {pull ? (
        <p class="pull-hint hint" data-enough={pull.isEnough}>
          {t('syncNow')}
        </p>
      ) : (
        pullToSync.isAnswering.value && <SyncLine {...line} />
      )}
    </div>
  );
}
