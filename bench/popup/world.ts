import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../scripts/set-up/process.mjs';
import { Display } from '../../tests/e2e/support/display';
import { PageServer } from '../../tests/e2e/support/page-server';
import { until } from '../../tests/e2e/support/until';
import { bundleScript } from '../bundle';
import { type BenchExtension, buildExtension } from '../extension';
import { QuietBrowser } from '../quiet-browser';

const LIBRARY_SIZE = 10_000;

/** The address to which measured pages send their report. */
const REPORT_ADDRESS = 'http://bench.example/painted';

/** The only report of a measured page. */
export interface Painted {
  /** Start of its navigation in Unix ms. */
  readonly navigationMs: number;
  /** Time from there to the first frame with the content. */
  readonly paintedMs: number;
  /** Titles of the visible rows, from the top. */
  readonly titles: readonly string[];
  /** The document at that time. */
  readonly html: string;
}

/** Opens the library before anything is painted, without a snapshot. */
const LIBRARY_FIRST = `
  localStorage.removeItem('leafmark.snapshot');
  // The popup opens the library after its first paint, unless it is hidden.
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
`;

/**
 * A display, web pages, a profile with a full library, and the extension. Its `popup.html` has a
 * probe, and `popup-library-first.html` is the popup that reads its rows from IndexedDB first.
 */
export class PopupWorld implements AsyncDisposable {
  readonly display: Display;
  readonly #web: PageServer;
  readonly #extension: BenchExtension;
  readonly #profile = mkdtempSync(join(tmpdir(), 'leafmark-bench-profile-'));
  #receive: (painted: Painted) => void = () => {};

  private constructor(display: Display, web: PageServer, extension: BenchExtension) {
    this.display = display;
    this.#web = web;
    this.#extension = extension;
    web.on(REPORT_ADDRESS, async (request, response) => {
      const body = (await request.toArray()).join('');
      response.writeHead(204).end();
      this.#receive(JSON.parse(body)); // Only the probe sends anything to this address.
    });
  }

  /** Builds, starts and fills it. Throws without a browser or a display. */
  static async open(size: number | null): Promise<PopupWorld> {
    const extension = await buildExtension();
    const address = `const REPORT_ADDRESS = ${JSON.stringify(REPORT_ADDRESS)};`;
    extension.put('probe.js', `${address}\n${await bundleScript('popup/probe.ts', 'probe')}`);
    extension.put('library-first.js', LIBRARY_FIRST);
    const popup = lettingReport(extension.read('popup.html'));
    extension.put('popup.html', withScripts(popup, 'probe.js'));
    extension.put('popup-library-first.html', withScripts(popup, 'library-first.js', 'probe.js'));
    const web = await PageServer.start(join(ROOT, 'tests', 'pages'));
    const world = new PopupWorld(await Display.open(), web, extension);
    await using browser = await world.launch();
    const count = size ?? LIBRARY_SIZE;
    await browser.call('makeLibrary', { bookmarks: count, articles: count });
    return world;
  }

  /** Starts the browser again with the same profile. */
  launch(): Promise<QuietBrowser> {
    const proxy = `127.0.0.1:${this.#web.port}`;
    return QuietBrowser.launch(this.#extension, this.display, this.#profile, proxy);
  }

  /** Runs `act`, which opens a page, and returns the report of that page and the result of `act`. */
  async paintedBy<T>(act: () => Promise<T>): Promise<[Painted, T]> {
    let report: Painted | null = null;
    this.#receive = (painted) => {
      report = painted;
    };
    const done = await act();
    return [await until('the page reports its paint', () => report), done];
  }

  /** Writes the page `name` with the content and styles of `html` and without our scripts. */
  addStaticPage(name: string, html: string): void {
    const scripts = /<script\b[^>]*>.*?<\/script>|<link\b[^>]*\brel="modulepreload"[^>]*>/gs;
    const page = `<!doctype html>${html.replace(scripts, '')}`;
    this.#extension.put(name, withScripts(page, 'probe.js'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#web.close();
    this.display.close();
    this.#extension[Symbol.dispose]();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
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
