import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { PROJECT_ROOT } from '../../support/project.ts';
import type { BrowserName } from './real-browser.ts';

/** `long`: each text by two fifths longer. `rtl`: in letters that run from right to left. */
export type PseudoLocale = 'long' | 'rtl';

const TARGET = { chromium: 'chrome-mv3', firefox: 'firefox-mv3' } as const;

/** What the rest of the extension reads as data, not as text. */
const DATA_KEYS: ReadonlySet<string> = new Set(['language', 'direction']);

/**
 * Copies the built extension with another catalogue in the place of the English one: nothing is
 * built anew, so what is shown is what is shipped.
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
    // Hebrew counts with a form for two.
    if (locale === 'rtl') catalogue[key.replace(/_other$/, '_two')] = entry;
  }
  if (locale === 'rtl') {
    // Urdu has the plural forms that the English catalogue has; Hebrew's others would be empty.
    Object.assign(catalogue, { language: { message: 'ur' }, direction: { message: 'rtl' } });
  }
  writeFileSync(path, JSON.stringify(catalogue));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The message in the pseudo-language; placeholders ($1) stay. */
export function speak(message: string, locale: PseudoLocale): string {
  return message.replace(/\$\d|[a-z]/gi, (letter) => {
    if (letter.startsWith('$')) return letter;
    if (locale === 'long') return /[aeiou]/i.test(letter) ? `${letter}${letter}` : letter;
    // 22 letters of the Hebrew alphabet without its final forms, over and over.
    return 'אבגדהוזחטיכלמנסעפצקרשת'.charAt((letter.toLowerCase().charCodeAt(0) - 97) % 22);
  });
}
