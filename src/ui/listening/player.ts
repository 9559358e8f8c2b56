import { effect, signal } from '@preact/signals';
import type { ListeningSettings } from '../../domain/settings';
import { readonly } from '../components/signals';
import type { Script, Sentence } from './script';
import { spokenParts } from './sentences';
import type { Speaker, SpeechProblem } from './speaker';
import type { VoiceList } from './voice-list';
import { languageOfText, spokenLanguage, voiceFor } from './voices';

/** Why nothing is spoken. `no-voice`: of the language `lang`. */
export type PlayerProblem =
  | { readonly kind: 'no-voice'; readonly lang: string }
  | { readonly kind: Exclude<SpeechProblem, 'interrupted'> };

interface PlayerDeps {
  readonly speaker: Speaker;
  readonly script: Script;
  readonly voices: Pick<VoiceList, 'voices' | 'isKnown'>;
  readonly settings: () => ListeningSettings;
  /** The language of an article that names none. */
  readonly ownLanguage: string;
  /** Returns what is said instead of code or a table, and its language. */
  readonly nameOf: (sentence: Sentence) => { readonly text: string; readonly lang: string };
  /** Called when a sentence becomes the current one; `isJump`: because a person went there. */
  readonly onSentence: (sentence: Sentence, isJump: boolean) => void;
  /** Called when the last sentence has been spoken. */
  readonly onEnd: () => void;
}

/** Speaks an article, sentence by sentence. */
export function createPlayer(deps: PlayerDeps) {
  const { speaker, script, voices, settings } = deps;
  const isPlaying = signal(false);
  const problem = signal<PlayerProblem | null>(null);
  const current = signal<Sentence | null>(null);
  /** True while the browser may still name the voice that is needed. */
  let isWaiting = false;
  /** Words that are said before the next sentence. */
  let intro = '';
  /** Voices that need a network which is not there. */
  const silent = new Set<string>();

  function voiceOf(lang: string): SpeechSynthesisVoice | null {
    const usable = voices.voices.value.filter(({ voiceURI }) => !silent.has(voiceURI));
    return voiceFor(usable, lang, settings().voices);
  }

  /** Returns the words of a sentence and their voice; the language, if there is no voice for it. */
  function wordsOf(sentence: Sentence) {
    const named = sentence.kind === 'text' ? null : deps.nameOf(sentence);
    const own = sentence.lang || deps.ownLanguage;
    const lang = named?.lang ?? languageOfText(sentence.text, own);
    // A few words of another language do not end the listening.
    const voice =
      voiceOf(lang) ?? (spokenLanguage(lang) === spokenLanguage(own) ? null : voiceOf(own));
    return { text: named?.text ?? sentence.text, voice, lang };
  }

  function fail(next: PlayerProblem): void {
    speaker.stop();
    isPlaying.value = false;
    problem.value = next;
  }

  function speakCurrent(): void {
    const sentence = current.value;
    if (sentence === null) return;
    const { text, voice, lang } = wordsOf(sentence);
    isWaiting = voice === null;
    if (voice === null) {
      speaker.stop();
      // It goes on when the browser names the voice.
      problem.value = voices.isKnown.value ? { kind: 'no-voice', lang } : null;
      return;
    }
    problem.value = null;
    const { speed } = settings();
    const pace = speaker.pace(speed);
    const parts = [...spokenParts(intro, pace), ...spokenParts(text, pace)];
    intro = '';
    const speakPart = (nth: number): void => {
      const part = parts[nth];
      if (part === undefined) {
        goOn();
        return;
      }
      speaker.speak({ text: part, voice, speed }, (ending) => {
        switch (ending) {
          case 'ended':
          case 'stuck':
            return speakPart(nth + 1);
          case 'interrupted':
            // By another page.
            isPlaying.value = false;
            return;
          case 'network':
            silent.add(voice.voiceURI);
            return voiceOf(lang) ? speakCurrent() : fail({ kind: 'network' });
          default:
            return fail({ kind: ending });
        }
      });
    };
    speakPart(0);
  }

  function goOn(): void {
    const next = current.value && script.beside(current.value, 1);
    if (next) {
      show(next, false);
      speakCurrent();
    } else finish();
  }

  function finish(): void {
    isPlaying.value = false;
    isWaiting = false;
    current.value = null;
    deps.onEnd();
  }

  function show(sentence: Sentence, isJump: boolean): void {
    current.value = sentence;
    deps.onSentence(sentence, isJump);
  }

  /** Goes to a sentence, and speaks it unless it is paused. */
  function goTo(sentence: Sentence | null): void {
    if (sentence === null) return;
    speaker.stop();
    show(sentence, true);
    if (isPlaying.value) speakCurrent();
  }

  const stopFollowing = effect(() => {
    // Voices that arrive late.
    if (voices.voices.value.length >= 0 && voices.isKnown.value && isWaiting && isPlaying.peek()) {
      queueMicrotask(() => isWaiting && isPlaying.value && speakCurrent());
    }
  });

  const pause = () => {
    isPlaying.value = false;
    isWaiting = false;
    speaker.stop();
  };
  const play = (title = '') => {
    if (isPlaying.value) return;
    intro = title;
    silent.clear();
    if (current.value === null) {
      const first = script.at(0);
      if (first === null) return deps.onEnd();
      show(first, true);
    }
    isPlaying.value = true;
    speakCurrent();
  };

  return {
    /** False while it is paused, and after the end. */
    isPlaying: readonly(isPlaying),
    problem: readonly(problem),
    /** The sentence that is spoken; null before the first and after the last one. */
    current: readonly(current),
    /** Plays from the current sentence; at first from the start, after the title. */
    play,
    pause,
    toggle: () => (isPlaying.value ? pause() : play()),
    /** Plays from a position of the text. */
    playFrom(offset: number) {
      const sentence = script.at(offset);
      if (sentence === null) return;
      speaker.stop();
      show(sentence, true);
      isPlaying.value = true;
      speakCurrent();
    },
    stepSentence: (by: 1 | -1) => goTo(current.value && script.beside(current.value, by)),
    stepParagraph: (by: 1 | -1) =>
      goTo(
        current.value &&
          (script.paragraphBeside(current.value, by) ?? (by === -1 ? script.at(0) : null)),
      ),
    /** Speaks the current sentence again, in another voice or at another speed. */
    again() {
      if (isPlaying.value) speakCurrent();
    },
    dispose() {
      stopFollowing();
      pause();
    },
  };
}

export type Player = ReturnType<typeof createPlayer>;
