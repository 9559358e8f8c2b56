import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTextIndex } from '../../../src/anchoring';
import type { ListeningSettings } from '../../../src/domain/settings';
import { schedule } from '../../../src/ui/components/timers';
import { createPlayer } from '../../../src/ui/listening/player';
import { createScript } from '../../../src/ui/listening/script';
import { createSpeaker } from '../../../src/ui/listening/speaker';
import { createVoiceList } from '../../../src/ui/listening/voice-list';
import { FakeSynthesiser, FakeUtterance, type Faults, voice } from './fake-synthesiser';

const ENGLISH = [voice('en-US')];
const THREE = '<p>One leaf. Two leaves.</p><p>Three leaves fall.</p>';

interface Parts extends Faults {
  readonly html?: string;
  readonly lang?: string;
  readonly voices?: readonly SpeechSynthesisVoice[];
  readonly settings?: Partial<ListeningSettings>;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a player of an article, with what it does in the order of time. */
function start({
  html = THREE,
  lang = 'en',
  voices = ENGLISH,
  settings = {},
  ...faults
}: Parts = {}) {
  document.body.innerHTML = `<div>${html}</div>`;
  const root = document.body.firstElementChild!;
  const synthesiser = new FakeSynthesiser(voices, faults);
  const utter = (text: string) => new FakeUtterance(text) as unknown as SpeechSynthesisUtterance;
  const now = () => Date.now();
  const shown: string[] = [];
  const index = createTextIndex(root);
  const list = createVoiceList(synthesiser, schedule);
  const chosen = { speed: 1, voices: {}, ...settings };
  const onEnd = vi.fn();
  const player = createPlayer({
    speaker: createSpeaker({ synthesiser, utter, later: schedule, now }),
    script: createScript(index, { lang, fragmentOf: () => null }),
    voices: list,
    settings: () => chosen,
    ownLanguage: 'en',
    nameOf: ({ kind, lines }) => ({ text: `${kind} ${lines}`, lang: 'en' }),
    onSentence: ({ start, end }) => shown.push(index.text.slice(start, end)),
    onEnd,
  });
  return { player, synthesiser, shown, index, chosen, onEnd, list };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the player', () => {
  it('speaks one sentence after the other, and shows each while it is spoken', async () => {
    const { player, synthesiser, shown, onEnd } = start();
    player.play();
    expect(shown).toEqual(['One leaf.']);
    await pass(500);
    expect(synthesiser.spoken).toEqual(['One leaf.']);
    await pass(500);
    expect(shown).toEqual(['One leaf.', 'Two leaves.']);
    await pass(3000);
    expect(synthesiser.spoken).toEqual(['One leaf.', 'Two leaves.', 'Three leaves fall.']);
    expect(shown).toEqual(synthesiser.spoken);
    expect(onEnd).toHaveBeenCalledOnce();
    expect(player.isPlaying.value).toBe(false);
  });

  it('pauses where the browser cannot pause, and repeats the sentence', async () => {
    const { player, synthesiser } = start();
    player.play();
    await pass(900);
    player.pause();
    await pass(60_000);
    expect(synthesiser.spoken).toEqual(['One leaf.', 'Two leaves.']);
    player.play();
    await pass(5000);
    expect(synthesiser.spoken.slice(2)).toEqual(['Two leaves.', 'Three leaves fall.']);
  });

  it('does not take the late event of what it has ended for that of the next words', async () => {
    const { player, synthesiser, shown } = start({ cancelMs: 300 });
    player.play();
    await pass(100);
    player.stepSentence(1);
    await pass(400);
    expect(player.isPlaying.value).toBe(true);
    expect(player.problem.value).toBeNull();
    expect(synthesiser.spoken).toEqual(['One leaf.', 'Two leaves.']);
    expect(shown).toEqual(['One leaf.', 'Two leaves.']);
  });

  it('divides a long sentence, so that no browser stops within it', async () => {
    const clause = 'and the river carried all the leaves away to the sea, ';
    const { player, synthesiser, onEnd, shown } = start({
      html: `<p>${clause.repeat(5)}at last.</p>`,
    });
    player.play();
    await pass(60_000);
    expect(onEnd).toHaveBeenCalledOnce();
    expect(synthesiser.spoken.length).toBeGreaterThan(1);
    expect(synthesiser.spoken.join(' ')).toBe(`${clause.repeat(5)}at last.`);
    expect(shown).toHaveLength(1);
  });

  it('goes on after words that never end, and makes the next ones shorter', async () => {
    const slow = 'and the river carried all the leaves away to the sea, ';
    const html = `<p>${slow.repeat(3)}end.</p><p>${slow.repeat(3)}end.</p>`;
    const { player, synthesiser, onEnd } = start({ html, pace: 6 });
    player.play();
    await pass(200_000);
    expect(onEnd).toHaveBeenCalledOnce();
    const longest = (from: number, to?: number) =>
      Math.max(...synthesiser.spoken.slice(from, to).map(({ length }) => length));
    expect(longest(-3)).toBeLessThan(longest(0, 1));
    // Those are within 15 seconds at the pace of this voice.
    expect(longest(-3)).toBeLessThan(90);
  });

  it('notices the end of words that the browser does not report', async () => {
    const { player, synthesiser } = start({ noEnd: ['One leaf.'] });
    player.play();
    await pass(3000);
    expect(synthesiser.spoken.slice(0, 2)).toEqual(['One leaf.', 'Two leaves.']);
  });

  it('says words again that the browser has dropped', async () => {
    const { player, synthesiser } = start({ dropped: 1 });
    player.play();
    await pass(2500);
    expect(synthesiser.spoken[0]).toBe('One leaf.');
  });

  it('says so if the browser speaks nothing', async () => {
    const { player } = start({ dropped: 100 });
    player.play();
    await pass(10_000);
    expect(player.problem.value).toEqual({ kind: 'silent' });
    expect(player.isPlaying.value).toBe(false);
  });

  it('says so if the browser wants a click first, and speaks after it', async () => {
    const { player, synthesiser } = start({ errors: { Two: 'not-allowed' } });
    player.play();
    await pass(2000);
    expect(player.problem.value).toEqual({ kind: 'not-allowed' });
    expect(player.isPlaying.value).toBe(false);
    player.stepSentence(1);
    player.play();
    await pass(100);
    expect(player.problem.value).toBeNull();
    expect(synthesiser.spoken.at(-1)).toBe('Three leaves fall.');
  });

  it('takes a voice of this device if that of a service has no network', async () => {
    const far = voice('en-GB', { localService: false, voiceURI: 'far' });
    const { player, synthesiser } = start({
      voices: [far, ...ENGLISH],
      settings: { voices: { en: 'far' } },
    });
    const speak = synthesiser.speak.bind(synthesiser);
    synthesiser.speak = (utterance) => {
      if (utterance.voice?.voiceURI !== 'far') return speak(utterance);
      const failed = Object.assign(new Event('error'), { error: 'network' });
      setTimeout(() => utterance.dispatchEvent(failed), 10);
    };
    player.play();
    await pass(500);
    expect(player.problem.value).toBeNull();
    expect(synthesiser.ways).toEqual([{ lang: 'en-US', voice: 'en-US-voice', rate: 1 }]);
  });

  it('says that the network is missing if there is no other voice', async () => {
    const far = voice('en-GB', { localService: false, voiceURI: 'far' });
    const { player } = start({
      voices: [far],
      settings: { voices: { en: 'far' } },
      errors: { leaf: 'network' },
    });
    player.play();
    await pass(500);
    expect(player.problem.value).toEqual({ kind: 'network' });
  });

  it('stops when another page takes the voice', async () => {
    const { player } = start({ errors: { Two: 'interrupted' } });
    player.play();
    await pass(2000);
    expect(player.isPlaying.value).toBe(false);
    expect(player.problem.value).toBeNull();
    expect(player.current.value?.text).toBe('Two leaves.');
  });

  it('begins when the voices arrive', async () => {
    const { player, synthesiser } = start({ voicesMs: 800 });
    player.play();
    await pass(500);
    expect(player.problem.value).toBeNull();
    await pass(500);
    expect(synthesiser.spoken).toEqual(['One leaf.']);
  });

  it('names the language that has no voice, and begins when one is installed', async () => {
    const { player, synthesiser } = start({ lang: 'de', voices: ENGLISH });
    player.play();
    await pass(100);
    expect(player.problem.value).toEqual({ kind: 'no-voice', lang: 'de' });
    synthesiser.nameVoices([...ENGLISH, voice('de_DE')]);
    await pass(100);
    expect(player.problem.value).toBeNull();
    expect(synthesiser.ways[0]?.lang).toBe('de_DE');
  });

  it('says after a while that the browser has no voices', async () => {
    const { player } = start({ voicesMs: Number.POSITIVE_INFINITY });
    player.play();
    await pass(1000);
    expect(player.problem.value).toBeNull();
    await pass(1000);
    expect(player.problem.value).toEqual({ kind: 'no-voice', lang: 'en' });
  });

  it('never sends a text to a service that nobody has chosen', async () => {
    const far = voice('en-US', { localService: false, voiceURI: 'far' });
    const { player, synthesiser } = start({ voices: [far] });
    player.play();
    await pass(3000);
    expect(synthesiser.spoken).toEqual([]);
    expect(player.problem.value).toEqual({ kind: 'no-voice', lang: 'en' });
  });

  it('speaks a sentence in another script in its language, if there is a voice', async () => {
    const { player, synthesiser } = start({
      html: '<p>He said it.</p><p>これは木です。</p><p>Это дерево.</p><p lang="fr">Un arbre.</p>',
      voices: [...ENGLISH, voice('ja-JP'), voice('fr-FR')],
    });
    player.play();
    await pass(10_000);
    expect(synthesiser.ways.map(({ lang }) => lang)).toEqual(['en-US', 'ja-JP', 'en-US', 'fr-FR']);
  });

  it('goes a sentence or a paragraph on and back', async () => {
    const { player } = start();
    player.play();
    const text = () => player.current.value?.text;
    player.stepParagraph(1);
    expect(text()).toBe('Three leaves fall.');
    player.stepSentence(1);
    expect(text()).toBe('Three leaves fall.');
    player.stepSentence(-1);
    expect(text()).toBe('Two leaves.');
    player.stepSentence(-1);
    player.stepSentence(-1);
    expect(text()).toBe('One leaf.');
    await pass(100);
  });

  it('starts at a position of the text', async () => {
    const { player, synthesiser, index } = start();
    player.playFrom(index.text.indexOf('leaves fall'));
    await pass(100);
    expect(synthesiser.spoken).toEqual(['Three leaves fall.']);
  });

  it('speaks the sentence again at another speed', async () => {
    const { player, synthesiser, chosen } = start();
    player.play();
    await pass(100);
    Object.assign(chosen, { speed: 2 });
    player.again();
    await pass(100);
    expect(synthesiser.ways.map(({ rate }) => rate)).toEqual([1, 2]);
    expect(synthesiser.spoken).toEqual(['One leaf.', 'One leaf.']);
  });

  it('names code and tables in one line', async () => {
    const { player, synthesiser } = start({
      html: '<p>See.</p><pre>a\nb\nc</pre><table><tr><td>1</td></tr><tr><td>2</td></tr></table>',
    });
    player.play();
    await pass(10_000);
    expect(synthesiser.spoken).toEqual(['See.', 'code 3', 'table 2']);
  });

  it('ends at once in an article without words', () => {
    const { player, onEnd } = start({ html: '<figure><img alt=""></figure>' });
    player.play();
    expect(onEnd).toHaveBeenCalledOnce();
  });
});
