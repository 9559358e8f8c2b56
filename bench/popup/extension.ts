import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../scripts/set-up/extension.mjs';
import { ROOT } from '../../scripts/set-up/process.mjs';
import { bundleScript } from '../bundle';
import { REPORT_ADDRESS } from './report';

/** Opens the library before anything is drawn, of which it has no picture. */
const LIBRARY_FIRST = `
  localStorage.removeItem('leafmark.snapshot');
  // The popup waits for its first paint before it opens the library, unless nobody sees it.
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
`;

/** The built extension in a folder of its own, with pages that only a benchmark has. */
export interface BenchExtension extends Disposable {
  readonly folder: string;
  /** Writes `name`, a page that shows what `html` shows, with the same styles and no script of ours. */
  addStaticPage(name: string, html: string): void;
}

/**
 * Builds the extension and copies it, with a probe in `popup.html`; `popup-library-first.html` is
 * the popup that reads its rows from IndexedDB first, `desk.html` is where the benchmark works.
 * Throws when it does not build.
 */
export async function buildBenchExtension(): Promise<BenchExtension> {
  if (!(await build('chromium'))) throw new Error('The extension could not be built.');
  const folder = mkdtempSync(join(tmpdir(), 'leafmark-bench-extension-'));
  cpSync(join(ROOT, '.output', 'chrome-mv3'), folder, { recursive: true });
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);

  put('probe.js', await bundleScript('popup/probe.ts', 'probe'));
  put('desk.js', await bundleScript('popup/desk.ts', 'desk'));
  put('library-first.js', LIBRARY_FIRST);
  put('desk.html', withScripts('<!doctype html><html><head></head></html>', 'desk.js'));
  // Opened at each installation, which is at each start here: it is to cost nothing.
  put('welcome.html', '<!doctype html>');
  const popup = lettingReport(readFileSync(join(folder, 'popup.html'), 'utf8'));
  put('popup.html', withScripts(popup, 'probe.js'));
  put('popup-library-first.html', withScripts(popup, 'library-first.js', 'probe.js'));
  return {
    folder,
    addStaticPage: (name, html) =>
      put(name, withScripts(`<!doctype html>${withoutScripts(html)}`, 'probe.js')),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const withScripts = (html: string, ...names: readonly string[]): string =>
  html.replace(
    '<head>',
    `<head>${names.map((name) => `<script src="/${name}"></script>`).join('')}`,
  );

/** Its policy lets it tell what it has painted, and no more. */
function lettingReport(html: string): string {
  const allowed = html.replace(/connect-src /, `$&${new URL(REPORT_ADDRESS).origin} `);
  if (allowed === html) throw new Error('The page has no policy on what it may tell.');
  return allowed;
}

const withoutScripts = (html: string): string =>
  html.replace(/<script\b[^>]*>.*?<\/script>|<link\b[^>]*\brel="modulepreload"[^>]*>/gs, '');
