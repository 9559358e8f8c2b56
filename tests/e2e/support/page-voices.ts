/** The window of a page with such voices. */
export interface VoicesWindow {
  /** The words that were begun, in their order. */
  spokenWords: string[];
  /** How long words take, in ms. */
  wordsMs: number;
}

/**
 * Runs in a page before its scripts. Puts voices there that take a fixed time for words, however many, with
 * the faults of browsers: `pause` does nothing, `cancel` sends its event later, there are no boundaries.
 */
export function installVoices(langs: readonly string[], wordsMs: number) {
  const here = Object.assign(window, { spokenWords: [], wordsMs }) as unknown as VoicesWindow;
  const voices = langs.map((lang) => ({
    voiceURI: `voice-${lang}`,
    name: `Voice of ${lang}`,
    lang,
    localService: true,
    default: false,
  }));
  class Utterance extends EventTarget {
    voice: unknown = null;
    lang = '';
    rate = 1;
    readonly text: string;
    constructor(text: string) {
      super();
      this.text = text;
    }
  }
  let stop = () => {};
  const synthesiser = Object.assign(new EventTarget(), {
    speaking: false,
    pending: false,
    paused: false,
    getVoices: () => voices,
    pause() {},
    resume() {},
    cancel: () => stop(),
    speak(utterance: Utterance) {
      synthesiser.speaking = true;
      here.spokenWords.push(utterance.text);
      utterance.dispatchEvent(new Event('start'));
      const timer = setTimeout(() => {
        stop = () => {};
        synthesiser.speaking = false;
        utterance.dispatchEvent(new Event('end'));
      }, here.wordsMs);
      stop = () => {
        stop = () => {};
        clearTimeout(timer);
        synthesiser.speaking = false;
        const error = Object.assign(new Event('error'), { error: 'canceled' });
        setTimeout(() => utterance.dispatchEvent(error), 50);
      };
    },
  });
  for (const [name, value] of [
    ['speechSynthesis', synthesiser],
    ['SpeechSynthesisUtterance', Utterance],
  ] as const) {
    Object.defineProperty(window, name, { value, configurable: true });
  }
}
