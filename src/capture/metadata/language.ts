import type { TextDirection } from '../../domain';
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
const MIN_LETTERS = 20;
const MOST = 0.6;
const FEW = 0.1;
/** Japanese has some syllables between its ideograms. */
const MIN_SYLLABLES = 0.05;

/** ISO 15924 codes of the scripts that tell something about the language, with their letters. */
const SCRIPTS: readonly (readonly [script: string, first: number, last: number])[] = [
  ['Latn', 0xc0, 0x24f],
  ['Grek', 0x370, 0x3ff],
  ['Cyrl', 0x400, 0x52f],
  ['Armn', 0x530, 0x58f],
  ['Hebr', 0x590, 0x5ff],
  ['Arab', 0x600, 0x77f],
  ['Arab', 0x8a0, 0x8ff],
  ['Deva', 0x900, 0x97f],
  ['Beng', 0x980, 0x9ff],
  ['Taml', 0xb80, 0xbff],
  ['Telu', 0xc00, 0xc7f],
  ['Thai', 0xe00, 0xe7f],
  ['Geor', 0x10a0, 0x10ff],
  ['Kana', 0x3040, 0x30ff],
  ['Hani', 0x3400, 0x9fff],
  ['Hang', 0xac00, 0xd7a3],
  ['Hebr', 0xfb1d, 0xfb4f],
  ['Arab', 0xfb50, 0xfdff],
  ['Arab', 0xfe70, 0xfefc],
];
const RIGHT_TO_LEFT = ['Hebr', 'Arab'];
/** The scripts that a text in the script of a language contains. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Kana', 'Hani'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
};
const NAMES: Readonly<Record<string, string>> = { Kana: 'Jpan', Hang: 'Kore', Hani: 'Hans' };

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
  const { letters, shareOf } = countScripts(text.slice(0, SAMPLE_LENGTH));
  if (letters < MIN_LETTERS) return declared;
  const lang = languageIn(shareOf, declared.lang);
  const toLeft = shareOf(RIGHT_TO_LEFT);
  if (toLeft >= MOST) return { lang, textDirection: 'rtl' };
  const isOfOthers = lang !== declared.lang || declared.textDirection === null;
  return { lang, textDirection: toLeft <= FEW && isOfOthers ? 'ltr' : declared.textDirection };
}

type ShareOf = (scripts: readonly string[]) => number;

function countScripts(text: string): { readonly letters: number; readonly shareOf: ShareOf } {
  // A loop over the letters of most pages would take a millisecond where it has not run before.
  let letters = text.replace(/[^A-Za-z]+/g, '').length;
  const counts = new Map([['Latn', letters]]);
  const others = text.replace(/[\0-\x7f]+/g, '');
  let range = SCRIPTS[0];
  for (let index = 0; index < others.length; index += 1) {
    const code = others.charCodeAt(index);
    // Most letters are of the same script as the one before.
    if (range === undefined || code < range[1] || code > range[2]) range = rangeOf(code);
    if (range === undefined) continue;
    letters += 1;
    counts.set(range[0], (counts.get(range[0]) ?? 0) + 1);
  }
  return {
    letters,
    shareOf: (scripts) => sumOf(scripts, (script) => counts.get(script) ?? 0) / letters,
  };
}

const rangeOf = (code: number): (typeof SCRIPTS)[number] | undefined =>
  SCRIPTS.find(([, first, last]) => code >= first && code <= last);

function languageIn(shareOf: ShareOf, declared: string): string {
  const usual = declared === '' ? undefined : usualScript(declared);
  if (usual !== undefined && shareOf(PARTS[usual] ?? [usual]) > FEW) return declared;
  const hasSyllables = shareOf(['Kana']) >= MIN_SYLLABLES && shareOf(['Kana', 'Hani']) >= MOST;
  const [most] = hasSyllables
    ? ['Kana']
    : SCRIPTS.map(([script]) => script).filter((name) => shareOf([name]) >= MOST);
  if (most === undefined) return declared;
  return most === 'Latn' ? '' : (likely(`und-${NAMES[most] ?? most}`).language ?? '');
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
