import { signal } from '@preact/signals';
import { readonly } from '../components/signals';
import type { Schedule } from '../components/timers';
import type { Synthesiser } from './speaker';

/** After this time a browser that has named no voice has none, until it reports one. */
const MAX_WAIT_MS = 1500;

/** The voices of a browser, which may name them late. */
export function createVoiceList(synthesiser: Synthesiser, later: Schedule) {
  const voices = signal<readonly SpeechSynthesisVoice[]>(synthesiser.getVoices());
  const isKnown = signal(voices.value.length > 0);
  const update = () => {
    voices.value = synthesiser.getVoices();
    if (voices.value.length > 0) isKnown.value = true;
  };
  synthesiser.addEventListener('voiceschanged', update);
  const stopWaiting = later(() => {
    // Safari does not report them.
    update();
    isKnown.value = true;
  }, MAX_WAIT_MS);
  return {
    voices: readonly(voices),
    /** False while the browser may still name its first voices. */
    isKnown: readonly(isKnown),
    dispose() {
      stopWaiting();
      synthesiser.removeEventListener('voiceschanged', update);
    },
  };
}

export type VoiceList = ReturnType<typeof createVoiceList>;
