import { normalLanguage, primaryLanguage } from '../../domain/language';

/** The properties of a voice of the browser that are used. */
export type Voice = Pick<
  SpeechSynthesisVoice,
  'voiceURI' | 'name' | 'lang' | 'localService' | 'default'
>;

/** Different names of one language: browsers name voices by either. */
const SAME_LANGUAGE: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  cmn: 'zh',
  yue: 'zh',
};

/** A browser may have ten thousand voices of a hundred tags, and parsing a tag takes a while. */
const parsed = new Map<string, { readonly tag: string; readonly language: string }>();

function parsedTag(lang: string) {
  const known = parsed.get(lang);
  if (known) return known;
  const normal = normalLanguage(lang);
  const language = primaryLanguage(normal || lang);
  const made = { tag: normal.toLowerCase(), language: SAME_LANGUAGE[language] ?? language };
  parsed.set(lang, made);
  return made;
}

/** Returns the language of a tag without its region, by which voices are chosen. */
export const spokenLanguage = (tag: string): string => parsedTag(tag).language;

/** True if the text stays on this device. Firefox says of all voices of the system that they are far. */
export const isLocal = ({ localService, voiceURI }: Voice): boolean =>
  localService || voiceURI.startsWith('urn:moz-tts:');

/** Returns the voices of a language: those of this device first, then plain ones, those of its region. */
export function voicesOf<V extends Voice>(voices: readonly V[], lang: string): readonly V[] {
  const { tag, language } = parsedTag(lang);
  const rank = (voice: V) =>
    (isLocal(voice) ? 0 : 8) +
    // A hundred variants of one voice: *German+Andy*.
    (voice.name.includes('+') ? 4 : 0) +
    (parsedTag(voice.lang).tag === tag ? 0 : 2) +
    (voice.default ? 0 : 1);
  return voices
    .filter((voice) => language !== '' && spokenLanguage(voice.lang) === language)
    .toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Returns the voice for a language: the one that the person has chosen, or else one of this device. A
 * voice of a service would send the text to it, so only a person chooses it.
 */
export function voiceFor<V extends Voice>(
  voices: readonly V[],
  lang: string,
  chosen: Readonly<Record<string, string>>,
): V | null {
  const own = voicesOf(voices, lang);
  const named = chosen[spokenLanguage(lang)];
  return own.find(({ voiceURI }) => voiceURI === named) ?? own.find(isLocal) ?? null;
}

/** The languages of scripts that few languages have. */
const LANGUAGE_OF_SCRIPT = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['th', /\p{Script=Thai}/gu],
] as const;

/** Of the letters of a sentence in another script. */
const MIN_SHARE = 0.5;

/**
 * Returns the language in which a sentence is spoken: `lang`, unless most of its letters are of a
 * script in which that is not written.
 */
export function languageOfText(text: string, lang: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return lang;
  const own = scriptsOf(lang);
  for (const [language, script] of LANGUAGE_OF_SCRIPT) {
    const count = text.match(script)?.length ?? 0;
    // Japanese has characters of Chinese between its own.
    const isMost = count >= letters * (language === 'ja' ? MIN_SHARE / 3 : MIN_SHARE);
    if (isMost) return own.includes(language) ? lang : language;
  }
  return lang;
}

/** Returns the languages of the table above that are written as `lang` is. */
function scriptsOf(lang: string): readonly string[] {
  const tag = normalLanguage(lang);
  if (tag === '') return [];
  switch (new Intl.Locale(tag).maximize().script) {
    case 'Jpan':
      return ['ja', 'zh'];
    case 'Hans':
    case 'Hant':
      return ['zh'];
    case 'Kore':
      return ['ko', 'zh'];
    case 'Arab':
      return ['ar'];
    case 'Hebr':
      return ['he'];
    case 'Cyrl':
      return ['ru'];
    case 'Grek':
      return ['el'];
    case 'Deva':
      return ['hi'];
    case 'Beng':
      return ['bn'];
    case 'Taml':
      return ['ta'];
    case 'Thai':
      return ['th'];
    default:
      return [];
  }
}
