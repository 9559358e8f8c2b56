import type { Schedule } from '../components/timers';
import { lettersIn } from './sentences';

/** The part of `speechSynthesis` that a speaker needs. */
export type Synthesiser = Pick<
  SpeechSynthesis,
  | 'speak'
  | 'cancel'
  | 'resume'
  | 'paused'
  | 'speaking'
  | 'pending'
  | 'getVoices'
  | 'addEventListener'
  | 'removeEventListener'
>;

export interface SpeakerDeps {
  readonly synthesiser: Synthesiser;
  /** Creates an utterance of the browser. */
  readonly utter: (text: string) => SpeechSynthesisUtterance;
  readonly later: Schedule;
  /** In ms. */
  readonly now: () => number;
}

interface Words {
  readonly text: string;
  readonly voice: SpeechSynthesisVoice;
  readonly speed: number;
}

/** Why nothing is heard. `silent`: the browser took the words and did not begin to speak. */
export type SpeechProblem = 'not-allowed' | 'network' | 'silent' | 'failed' | 'interrupted';

/** How words ended. `stuck`: the browser says that it speaks, but can no longer be speaking. */
type Ending = 'ended' | 'stuck' | SpeechProblem;

/** In ms, between two looks at a browser that sends no event. */
const LOOK_MS = 250;
/** After as many looks at a browser that speaks nothing, its event is not waited for. */
const IDLE_LOOKS = 4;
const MAX_TRIES = 3;

/** How many letters a second a voice speaks at normal speed, until it is measured. */
const USUAL_PACE = 14;
const [MIN_PACE, MAX_PACE] = [4, 30];
/** Shorter words tell little about the pace. */
const MIN_MEASURED_LETTERS = 20;
/** Words that take so much longer than measured, and this time in ms, have ended. */
const SLOWER = 2;
const SPEECH_GRACE_MS = 3000;

/**
 * Speaks words by a browser, and notices their end also if the browser does not report it. It never
 * pauses, because Android cannot.
 */
export function createSpeaker({ synthesiser, utter, later, now }: SpeakerDeps) {
  let stop = () => {};
  let pace = USUAL_PACE;

  function measure(letters: number, seconds: number, speed: number): void {
    if (letters < MIN_MEASURED_LETTERS || seconds <= 0) return;
    const measured = letters / seconds / speed;
    pace = Math.min(MAX_PACE, Math.max(MIN_PACE, (pace + measured) / 2));
  }

  function speak(words: Words, onEnd: (ending: Ending) => void, tries = 1): void {
    stop();
    const { text, voice, speed } = words;
    const utterance = utter(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = speed;
    const letters = lettersIn(text);
    const longestMs = (1000 * SLOWER * letters) / (pace * speed) + SPEECH_GRACE_MS;
    let startedAt: number | null = null;
    let sign = now();
    let idle = 0;
    let isOver = false;
    let stopLooking = () => {};

    const finish = () => {
      isOver = true;
      stopLooking();
    };
    const end = (ending: Ending) => {
      if (isOver) return;
      finish();
      stop = () => {};
      onEnd(ending);
    };
    const look = () => {
      const isIdle = !synthesiser.speaking && !synthesiser.pending;
      idle = isIdle ? idle + 1 : 0;
      if (idle >= IDLE_LOOKS) {
        if (startedAt !== null) return end('ended');
        if (tries >= MAX_TRIES) return end('silent');
        // A browser may drop words that follow the end of others.
        return speak(words, onEnd, tries + 1);
      }
      if (!isIdle && now() - sign > longestMs) {
        pace = Math.max(MIN_PACE, pace / SLOWER);
        // Ours is over before its late event arrives.
        end('stuck');
        return;
      }
      stopLooking = later(look, LOOK_MS);
    };
    utterance.addEventListener('start', () => {
      startedAt ??= now();
      sign = now();
    });
    utterance.addEventListener('boundary', () => {
      sign = now();
    });
    utterance.addEventListener('end', () => {
      if (isOver) return;
      if (startedAt !== null) measure(letters, (now() - startedAt) / 1000, speed);
      end('ended');
    });
    utterance.addEventListener('error', ({ error }) => end(problemOf(error)));
    stop = () => {
      finish();
      stop = () => {};
      synthesiser.cancel();
    };
    // A page before this one may have left it paused.
    if (synthesiser.paused) synthesiser.resume();
    // Words that another page has left, or that are stuck.
    if (synthesiser.speaking || synthesiser.pending) synthesiser.cancel();
    synthesiser.speak(utterance);
    stopLooking = later(look, LOOK_MS);
  }

  return {
    /** Speaks words, instead of those that are spoken. `onEnd` is called once, unless `stop` is. */
    speak: (words: Words, onEnd: (ending: Ending) => void) => speak(words, onEnd),
    /** How many letters a second are spoken at a speed. */
    pace: (speed: number) => pace * speed,
    stop: () => stop(),
  };
}

export type Speaker = ReturnType<typeof createSpeaker>;

function problemOf(error: SpeechSynthesisErrorCode): SpeechProblem {
  switch (error) {
    case 'not-allowed':
      return 'not-allowed';
    case 'network':
      return 'network';
    case 'canceled':
    case 'interrupted':
      return 'interrupted';
    default:
      return 'failed';
  }
}
