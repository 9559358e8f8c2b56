import type { Synthesiser } from '../../../src/ui/listening/speaker';

/** The faults that browsers have. */
export interface Faults {
  /** An utterance that takes longer ends never, and sends no event: Chromium. In ms. */
  readonly longestMs?: number;
  /** `cancel` sends its event so much later. In ms. */
  readonly cancelMs?: number;
  /** The voices arrive after this time. In ms; Infinity: never. */
  readonly voicesMs?: number;
  /** The kind of error of words that contain a text. */
  readonly errors?: Readonly<Record<string, SpeechSynthesisErrorCode>>;
  /** Words that are not spoken, without an event, as many times. */
  readonly dropped?: number;
  /** The end of these words is reported by no event, only by `speaking`. */
  readonly noEnd?: readonly string[];
  /** Letters per second at normal speed. */
  readonly pace?: number;
}

export const voice = (
  lang: string,
  more: Partial<SpeechSynthesisVoice> = {},
): SpeechSynthesisVoice => ({
  voiceURI: `${lang}-voice`,
  name: `Voice of ${lang}`,
  lang,
  localService: true,
  default: false,
  ...more,
});

export class FakeUtterance extends EventTarget {
  voice: SpeechSynthesisVoice | null = null;
  lang = '';
  rate = 1;
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

/**
 * A synthesiser with the faults of browsers. `pause` does nothing, as in Android, `cancel` sends its error
 * later, and there are no boundaries.
 */
export class FakeSynthesiser extends EventTarget implements Synthesiser {
  /** The words that were begun, in their order. */
  readonly spoken: string[] = [];
  /** The voice and the speed of each. */
  readonly ways: { readonly lang: string; readonly voice: string; readonly rate: number }[] = [];
  readonly paused = false;
  speaking = false;
  pending = false;
  #voices: readonly SpeechSynthesisVoice[] = [];
  #faults: Faults;
  #dropped: number;
  #stop = (): void => {};

  constructor(voices: readonly SpeechSynthesisVoice[], faults: Faults = {}) {
    super();
    this.#faults = faults;
    this.#dropped = faults.dropped ?? 0;
    const { voicesMs = 0 } = faults;
    if (voicesMs === 0) this.#voices = voices;
    else if (Number.isFinite(voicesMs)) setTimeout(() => this.nameVoices(voices), voicesMs);
  }

  nameVoices(voices: readonly SpeechSynthesisVoice[]): void {
    this.#voices = voices;
    this.dispatchEvent(new Event('voiceschanged'));
  }

  getVoices = (): SpeechSynthesisVoice[] => [...this.#voices];

  pause(): void {}
  resume(): void {}

  speak(given: SpeechSynthesisUtterance): void {
    const utterance = given as unknown as FakeUtterance;
    if (this.#dropped > 0) {
      this.#dropped -= 1;
      return;
    }
    const { errors = {}, longestMs = 15_000, pace = 14, noEnd = [] } = this.#faults;
    const { text } = utterance;
    const failing = Object.entries(errors).find(([words]) => text.includes(words))?.[1];
    const send = (event: Event) => utterance.dispatchEvent(event);
    if (failing !== undefined) {
      setTimeout(() => send(errorEvent(failing)), 10);
      return;
    }
    this.pending = true;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const after = (ms: number, run: () => void) => timers.add(setTimeout(run, ms));
    this.#stop = () => {
      for (const timer of timers) clearTimeout(timer);
      this.#stop = () => {};
      this.speaking = false;
      this.pending = false;
      setTimeout(() => send(errorEvent('canceled')), this.#faults.cancelMs ?? 50);
    };
    after(10, () => {
      this.pending = false;
      this.speaking = true;
      this.spoken.push(text);
      const { voiceURI = '' } = utterance.voice ?? {};
      this.ways.push({ lang: utterance.lang, voice: voiceURI, rate: utterance.rate });
      send(new Event('start'));
    });
    const lengthMs = (1000 * text.length) / (pace * utterance.rate);
    if (lengthMs > longestMs) return;
    after(10 + lengthMs, () => {
      this.#stop = () => {};
      this.speaking = false;
      if (!noEnd.includes(text)) send(new Event('end'));
    });
  }

  cancel(): void {
    this.#stop();
  }
}

const errorEvent = (error: SpeechSynthesisErrorCode): Event =>
  Object.assign(new Event('error'), { error });
