import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { PROJECT_ROOT } from '../../support/project.ts';
import type { BrowserName } from './browsers.ts';

/** `long` makes each text two fifths longer. `rtl` uses letters that run from right to left. */
export type PseudoLocale = 'long' | 'rtl';

const TARGET = { chromium: 'chrome-mv3', firefox: 'firefox-mv3' } as const;

/** Messages that the extension reads as data. */
const DATA_KEYS: ReadonlySet<string> = new Set(['language', 'direction']);

/**
 * Copies the built extension with a catalogue in a pseudo-locale. The scripts are those that ship.
 *
 * @returns the folder of the copy
 */
export function withPseudoLocale(name: BrowserName, locale: PseudoLocale): string {
  const folder = mkdtempSync(join(tmpdir(), `leafmark-${locale}-`));
  cpSync(join(PROJECT_ROOT, '.output', TARGET[name]), folder, { recursive: true });
  const path = join(folder, '_locales', 'en', 'messages.json');
  const catalogue: Record<string, { message: string }> = JSON.parse(readFileSync(path, 'utf8'));
  for (const [key, entry] of Object.entries(catalogue)) {
    if (!DATA_KEYS.has(key)) entry.message = speak(entry.message, locale);
    // Hebrew has a separate plural form for two.
    if (locale === 'rtl') catalogue[key.replace(/_other$/, '_two')] = entry;
  }
  if (locale === 'rtl') {
    // Urdu has the same plural forms as the English catalogue. Hebrew has others, which would be
    // empty.
    Object.assign(catalogue, { language: { message: 'ur' }, direction: { message: 'rtl' } });
  }
  writeFileSync(path, JSON.stringify(catalogue));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the message in the pseudo-locale. Placeholders ($1) stay. */
export function speak(message: string, locale: PseudoLocale): string {
  return message.replace(/\$\d|[a-z]/gi, (letter) => {
    if (letter.startsWith('$')) return letter;
    if (locale === 'long') return /[aeiou]/i.test(letter) ? `${letter}${letter}` : letter;
    // The 22 letters of the Hebrew alphabet without its final forms.
    return 'אבגדהוזחטיכלמנסעפצקרשת'.charAt((letter.toLowerCase().charCodeAt(0) - 97) % 22);
  });
}
