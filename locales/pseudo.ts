import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A language that nobody speaks, to see whether layouts hold: half as long again, or mirrored. */
export type Pseudo = 'long' | 'rtl';

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'å',
  c: 'ç',
  e: 'é',
  i: 'î',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'û',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Î',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Û',
  Y: 'Ý',
  Z: 'Ž',
};
const PADDING = ' lorem ipsum dolor sit amet consectetur adipiscing elit sed do';
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';
const POP_DIRECTION = '\u202c';

/** Not shown in our pages, and the browser limits their length. */
const isForTheStore = (key: string) => key === 'appName' || key === 'appDescription';

const lengthen = (text: string) =>
  `[${text.replace(/[a-z]/gi, (letter) => ACCENTED[letter] ?? letter)}${PADDING.slice(0, Math.max(4, Math.ceil(text.length / 2)))}]`;

/** Words run backwards, as right-to-left words look; `$1` and its kind stay as they are. */
const mirror = (text: string) =>
  text.replace(
    /[^\s$]*[A-Za-z][^\s$]*/g,
    (word) => `${RIGHT_TO_LEFT_OVERRIDE}${word}${POP_DIRECTION}`,
  );

/** The catalogue in the pseudo-language. */
export function pseudoCatalogue(
  catalogue: Readonly<Record<string, string>>,
  pseudo: Pseudo,
): Record<string, string> {
  const change = pseudo === 'rtl' ? mirror : lengthen;
  const changed = Object.entries(catalogue).map(([key, text]) => [
    key,
    isForTheStore(key) || key === 'language' ? text : change(text),
  ]);
  return { ...Object.fromEntries(changed), direction: pseudo === 'rtl' ? 'rtl' : 'ltr' };
}

/**
 * The folder of catalogues for this build: the real one, or with `LEAFMARK_PSEUDO=long|rtl` one
 * that is made from it.
 */
export function localesDir(root: string, pseudo: string | undefined): string {
  const real = join(root, 'locales');
  if (!pseudo) return real;
  if (pseudo !== 'long' && pseudo !== 'rtl') {
    throw new Error(`LEAFMARK_PSEUDO is "long" or "rtl", not "${pseudo}"`);
  }
  const made = join(root, '.wxt', `locales-${pseudo}`);
  mkdirSync(made, { recursive: true });
  const catalogue = parse(readFileSync(join(real, 'en.yml'), 'utf8'));
  writeFileSync(join(made, 'en.json'), JSON.stringify(pseudoCatalogue(catalogue, pseudo)));
  return made;
}
