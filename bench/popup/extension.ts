import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../scripts/set-up/extension.mjs';
import { ROOT } from '../../scripts/set-up/process.mjs';
import { bundleScript } from '../bundle';
import { REPORT_ADDRESS } from './report';

/** Opens the library before anything is painted, without a snapshot. */
const LIBRARY_FIRST = `
  localStorage.removeItem('leafmark.snapshot');
  // The popup opens the library after its first paint, unless it is hidden.
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
`;

/** The built extension in a folder of its own with additional pages for the benchmark. */
export interface BenchExtension extends Disposable {
  readonly folder: string;
  /** Writes the page `name` with the content and styles of `html` and without our scripts. */
  addStaticPage(name: string, html: string): void;
}

/**
 * Builds the extension and copies it. `popup.html` gets a probe, `popup-library-first.html` is the
 * popup that reads its rows from IndexedDB first, and in `bench-page.html` the benchmark accesses the
 * library. Throws if the build fails.
 */
export async function buildBenchExtension(): Promise<BenchExtension> {
  if (!(await build('chromium'))) throw new Error('The extension could not be built.');
  const folder = mkdtempSync(join(tmpdir(), 'leafmark-bench-extension-'));
  cpSync(join(ROOT, '.output', 'chrome-mv3'), folder, { recursive: true });
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);

  put('probe.js', await bundleScript('popup/probe.ts', 'probe'));
  put('bench-page.js', await bundleScript('popup/bench-page.ts', 'benchPage'));
  put('library-first.js', LIBRARY_FIRST);
  put('bench-page.html', withScripts('<!doctype html><html><head></head></html>', 'bench-page.js'));
  // This page opens at each installation, which is each start here, so it must cost nothing.
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

/** The policy allows only the report of what was painted. */
function lettingReport(html: string): string {
  const allowed = html.replace(/connect-src /, `$&${new URL(REPORT_ADDRESS).origin} `);
  if (allowed === html) throw new Error('The page has no content security policy.');
  return allowed;
}

const withoutScripts = (html: string): string =>
  html.replace(/<script\b[^>]*>.*?<\/script>|<link\b[^>]*\brel="modulepreload"[^>]*>/gs, '');
