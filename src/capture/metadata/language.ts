import type { TextDirection } from '../../domain/bookmark-fields';
import { directionOfLanguage } from '../../domain/language';
import { unicodeExpression } from '../../domain/unicode-expression';
import { sumOf } from '../sum';

/** Language and direction of an article. */
export interface TextLanguage {
  /** BCP 47, or empty. */
  readonly lang: string;
  readonly textDirection: TextDirection | null;
}

/** In UTF-16 code units. */
const SAMPLE_LENGTH = 3000;
/** Fewer letters are not conclusive: they may be a name. */
const MIN_SCRIPT_LETTERS = 20;
const MIN_SHARE_OF_SCRIPT = 0.6;
const MAX_FOREIGN = 0.1;
/** Japanese has some syllables between its ideograms. */
const MIN_SYLLABLES = 0.05;

/** The letters of the scripts that tell something about the language, by ISO 15924 codes. */
const SCRIPTS = {
  Latn: unicodeExpression('\\p{scx=Latn}+', 'gu'),
  Cyrl: unicodeExpression('\\p{scx=Cyrl}+', 'gu'),
  Arab: unicodeExpression('\\p{scx=Arab}+', 'gu'),
  Kana: unicodeExpression('[\\p{scx=Hira}\\p{scx=Kana}]+', 'gu'),
  Hani: unicodeExpression('\\p{scx=Hani}+', 'gu'),
  Hang: unicodeExpression('\\p{scx=Hang}+', 'gu'),
  Hebr: unicodeExpression('\\p{scx=Hebr}+', 'gu'),
  Grek: unicodeExpression('\\p{scx=Grek}+', 'gu'),
  Thai: unicodeExpression('\\p{scx=Thai}+', 'gu'),
  Deva: unicodeExpression('\\p{scx=Deva}+', 'gu'),
  Beng: unicodeExpression('\\p{scx=Beng}+', 'gu'),
  Taml: unicodeExpression('\\p{scx=Taml}+', 'gu'),
  Telu: unicodeExpression('\\p{scx=Telu}+', 'gu'),
  Armn: unicodeExpression('\\p{scx=Armn}+', 'gu'),
  Geor: unicodeExpression('\\p{scx=Geor}+', 'gu'),
  Syrc: unicodeExpression('\\p{scx=Syrc}+', 'gu'),
  Thaa: unicodeExpression('\\p{scx=Thaa}+', 'gu'),
  Nkoo: unicodeExpression('\\p{scx=Nkoo}+', 'gu'),
};
type Script = keyof typeof SCRIPTS;
const SCRIPTS_TO_LEFT: readonly Script[] = ['Hebr', 'Arab', 'Syrc', 'Thaa', 'Nkoo'];
/** The scripts that a text in the script of a language contains. */
const SCRIPTS_OF_WRITING: Readonly<Record<string, readonly Script[]>> = {
  Jpan: ['Kana', 'Hani'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
};
const SCRIPT_NAMES: Readonly<Record<string, string>> = { Kana: 'Jpan', Hang: 'Kore', Hani: 'Hans' };

/**
 * Languages by their usual script, in the order of their number of pages. The data of the browser have all of them,
 * but take several milliseconds to load in a page.
 */
export const COMMON_LANGUAGES: Readonly<Record<string, string>> = {
  Latn: ' en de es fr pt it nl pl tr vi id cs sv ro hu da fi no nb nn sk hr ca lt sl et lv ms sq gl eu is ga ',
  Cyrl: ' ru uk bg be mk ',
  Arab: ' ar fa ur ',
  Jpan: ' ja ',
  // Its two scripts have the same letters here.
  Hans: ' zh ',
  Hebr: ' he ',
  Grek: ' el ',
  Kore: ' ko ',
  Thai: ' th ',
  Deva: ' hi mr ',
};

/**
 * Returns the language and the direction of an article whose text is known. A declared language
 * whose script the text does not have is that of the page around it. The language is then the most
 * common one of the script of the text; it is unknown for Latin letters. The direction is that of
 * the letters. A declared direction from right to left also holds for a text in Latin letters if the
 * declared language does.
 */
export function languageOfArticle(text: string, declared: TextLanguage): TextLanguage {
  const counts = countScripts(text.slice(0, SAMPLE_LENGTH));
  const { letters, shareOf } = counts;
  const toLeft = letters === 0 ? 0 : shareOf(SCRIPTS_TO_LEFT);
  if (letters < MIN_SCRIPT_LETTERS) {
    return { lang: declared.lang, textDirection: directionOf(declared, toLeft) };
  }
  const lang = languageIn(counts, declared.lang);
  if (toLeft >= MIN_SHARE_OF_SCRIPT) return { lang, textDirection: 'rtl' };
  const isOfOthers = lang !== declared.lang || declared.textDirection === null;
  const isToRight = toLeft <= MAX_FOREIGN && isOfOthers;
  return { lang, textDirection: isToRight ? 'ltr' : directionOf(declared, toLeft) };
}

/** Returns the declared direction, or that of most letters, or that of the declared language. */
const directionOf = ({ lang, textDirection }: TextLanguage, toLeft: number): TextDirection | null =>
  textDirection ?? (toLeft > 0.5 ? 'rtl' : directionOfLanguage(lang));

/** The letters of a text by their scripts. */
interface ScriptCounts {
  readonly letters: number;
  /** The scripts of the text. */
  readonly scripts: readonly string[];
  readonly shareOf: (scripts: readonly string[]) => number;
}

/** ASCII, and other signs and punctuation of texts in Latin letters. */
const PLAIN =
  /[\0-\x7f\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f]+/g;
const LATIN_LETTERS = /^[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]*$/;

function countScripts(text: string): ScriptCounts {
  // Most letters of most pages need no data of Unicode.
  let others = text.replace(PLAIN, '');
  let letters = text.replace(/[^A-Za-z]+/g, '').length;
  if (LATIN_LETTERS.test(others)) {
    letters += others.length;
    others = '';
  }
  const counts = new Map<string, number>([['Latn', letters]]);
  if (others !== '') others = others.replace(noLetters(), '');
  const scripts = Object.entries(SCRIPTS);
  while (others !== '') {
    const first = String.fromCodePoint(others.codePointAt(0) ?? 0);
    const [script, pattern] = scripts.find(([, letter]) => first.search(letter()) === 0) ?? [];
    const left = others.replaceAll(pattern?.() ?? first, '');
    const count = script === undefined ? 0 : others.length - left.length;
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + count);
    letters += count;
    others = left;
  }
  return {
    letters,
    scripts: [...counts.keys()],
    shareOf: (names) => sumOf(names, (name) => counts.get(name) ?? 0) / letters,
  };
}

const noLetters = unicodeExpression('[^\\p{L}\\p{M}]+', 'gu');

function languageIn({ scripts, shareOf }: ScriptCounts, declared: string): string {
  const usual = declared === '' ? undefined : usualScript(declared);
  if (usual !== undefined && shareOf(SCRIPTS_OF_WRITING[usual] ?? [usual]) > MAX_FOREIGN)
    return declared;
  const hasSyllables =
    shareOf(['Kana']) >= MIN_SYLLABLES && shareOf(['Kana', 'Hani']) >= MIN_SHARE_OF_SCRIPT;
  const main = hasSyllables
    ? 'Kana'
    : scripts.find((name) => shareOf([name]) >= MIN_SHARE_OF_SCRIPT);
  if (main === undefined) return declared;
  return main === 'Latn' ? '' : (likely(`und-${SCRIPT_NAMES[main] ?? main}`).language ?? '');
}

/** Returns the script in which a language is usually written; undefined if that is not known. */
export function usualScript(tag: string): string | undefined {
  // `de-AT`, but not `sr-Latn`.
  const language = /^([a-z]{2})(?:-[A-Z]{2})?$/.exec(tag)?.[1];
  const scripts = Object.keys(COMMON_LANGUAGES);
  const common = scripts.find((script) => COMMON_LANGUAGES[script]?.includes(` ${language} `));
  return common ?? likely(tag).script;
}

/** The likely subtags of Unicode's CLDR; empty for a tag that the browser does not know. */
function likely(tag: string): { readonly language?: string; readonly script?: string | undefined } {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return {};
  }
}
