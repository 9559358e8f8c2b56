import { describe, expect, it } from 'vitest';
import { isLocal, languageOfText, voiceFor, voicesOf } from '../../../src/ui/listening/voices';
import { voice } from './fake-synthesiser';

const far = (lang: string) => voice(lang, { localService: false, voiceURI: `far-${lang}` });
const langOf = (found: SpeechSynthesisVoice | null) => found?.lang ?? null;

describe('the voice for a language', () => {
  it.each([
    ['is one of its region', ['en-US', 'en-GB'], 'en-GB', 'en-GB'],
    ['is one of another region, if there is none', ['en-US'], 'en-AU', 'en-US'],
    ['is named as Android names languages', ['de_DE'], 'de', 'de_DE'],
    ['is Norwegian under each of its names', ['nb-NO'], 'no', 'nb-NO'],
    ['is Hebrew under its old name', ['iw-IL'], 'he', 'iw-IL'],
    ['is Chinese under the name of Mandarin', ['cmn'], 'zh-CN', 'cmn'],
    ['is none of another language', ['en-US'], 'de', null],
    ['is none if the language is not a tag', ['en-US'], 'nonsense!', null],
  ])('%s', (_, langs, lang, expected) => {
    const voices = langs.map((each) => voice(each));
    expect(langOf(voiceFor(voices, lang, {}))).toBe(expected);
  });

  it('is never one of a service by itself, but by choice', () => {
    expect(voiceFor([far('de')], 'de', {})).toBeNull();
    expect(voiceFor([far('de'), voice('de')], 'de', {})?.localService).toBe(true);
    expect(langOf(voiceFor([far('de'), voice('de')], 'de-AT', { de: 'far-de' }))).toBe('de');
  });

  it('is one of the system in Firefox, which says that those are far', () => {
    const system = voice('de', { localService: false, voiceURI: 'urn:moz-tts:speechd:German?de' });
    expect(isLocal(system)).toBe(true);
    expect(voiceFor([system], 'de', {})).toBe(system);
  });

  it('is a plain one before the variants of eSpeak', () => {
    const names = ['German+Andy', 'German', 'German+Ada'];
    const voices = names.map((name) => voice('de', { name, voiceURI: name }));
    expect(voicesOf(voices, 'de').map(({ name }) => name)[0]).toBe('German');
  });

  it('is found at once among ten thousand', () => {
    const voices = Array.from({ length: 13_000 }, (_, nth) =>
      voice(nth % 100 === 0 ? 'de-DE' : `en-${nth % 130}`, { voiceURI: String(nth) }),
    );
    voiceFor(voices, 'de', {});
    const start = performance.now();
    for (let nth = 0; nth < 20; nth += 1) voiceFor(voices, 'de', {});
    expect(performance.now() - start).toBeLessThan(400);
  });
});

describe('the language of a sentence', () => {
  it.each([
    ['これは日本語の文です。', 'en', 'ja'],
    ['这是中文。', 'en', 'zh'],
    ['漢字とかな', 'ja', 'ja'],
    ['日本語', 'ja', 'ja'],
    ['한국어 문장.', 'en', 'ko'],
    ['Это предложение.', 'en', 'ru'],
    ['Це речення.', 'uk', 'uk'],
    ['هذه جملة.', 'en', 'ar'],
    ['این یک جمله است.', 'fa', 'fa'],
    ['זה משפט.', 'en', 'he'],
    ['He said это once in a long sentence.', 'en', 'en'],
    ['An English sentence.', 'ja', 'ja'],
    ['123', 'en', 'en'],
    ['Ein Satz.', '', ''],
  ])('of %s in a text in %s is %s', (text, lang, expected) => {
    expect(languageOfText(text, lang)).toBe(expected);
  });
});
