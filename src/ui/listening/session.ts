import { signal } from '@preact/signals';
import { MINUTE_MS } from '../../domain/time';
import { into } from '../components/signals';
import type { Schedule } from '../components/timers';
import { createMedia } from './media';
import type { Player } from './player';
import { createSpeaker, type SpeakerDeps } from './speaker';
import { createVoiceList } from './voice-list';

/** When it stops by itself: after minutes, or at the end of the article; null: not. */
export type Sleep = 15 | 30 | 60 | 'end' | null;

export const SLEEPS: readonly Sleep[] = [null, 15, 30, 60, 'end'];

/** Creates the part that is common to the pages that are read aloud one after the other. */
export function createSession(deps: SpeakerDeps & { readonly media?: MediaSession | undefined }) {
  const player = signal<Player | null>(null);
  const sleep = createSleepTimer(deps.later, () => player.value?.pause());
  const voices = createVoiceList(deps.synthesiser, deps.later);
  const media = createMedia(deps.media, player);
  return {
    speaker: createSpeaker(deps),
    voices,
    /** The player of the open page. */
    player,
    media,
    sleep,
    dispose() {
      sleep.dispose();
      voices.dispose();
      media.dispose();
    },
  };
}

export type ListeningSession = ReturnType<typeof createSession>;

function createSleepTimer(later: Schedule, stop: () => void) {
  const chosen = signal<Sleep>(null);
  let cancel = () => {};
  return {
    chosen,
    choose(next: Sleep) {
      cancel();
      chosen.value = next;
      if (typeof next !== 'number') return;
      cancel = later(() => {
        into(chosen)(null);
        stop();
      }, next * MINUTE_MS);
    },
    dispose: () => cancel(),
  };
}
