import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../scripts/set-up/process.mjs';
import { Display, SCREEN } from '../../tests/e2e/support/display';
import { PageServer } from '../../tests/e2e/support/page-server';
import { type BenchExtension, buildBenchExtension } from './extension';
import { QuietBrowser, runInBenchPage } from './quiet-browser';
import { listenForPaint } from './report';

const LIBRARY_SIZE = 10_000;

/**
 * The environment of the popup benchmarks: a display, web pages, and a profile with a full library.
 */
export class BenchWorld implements AsyncDisposable {
  readonly display: Display;
  readonly web: PageServer;
  readonly extension: BenchExtension;
  /**
   * Runs `act`, which opens a page, and returns the report of that page and the result of `act`.
   */
  readonly paintedBy: ReturnType<typeof listenForPaint>;
  readonly #profile = mkdtempSync(join(tmpdir(), 'leafmark-bench-profile-'));

  private constructor(display: Display, web: PageServer, extension: BenchExtension) {
    this.display = display;
    this.web = web;
    this.extension = extension;
    this.paintedBy = listenForPaint(web);
  }

  /** Builds, starts and fills it. Throws without a browser or a display. */
  static async open(): Promise<BenchWorld> {
    const extension = await buildBenchExtension();
    const web = await PageServer.start(join(ROOT, 'tests', 'pages'));
    const world = new BenchWorld(await Display.open(), web, extension);
    await using browser = await world.launch();
    await runInBenchPage(browser, 'fill', LIBRARY_SIZE);
    return world;
  }

  /** Starts the browser again with the same profile. */
  launch(): Promise<QuietBrowser> {
    return QuietBrowser.launch({
      extension: this.extension.folder,
      profile: this.#profile,
      env: this.display.env,
      proxy: `127.0.0.1:${this.web.port}`,
      window: SCREEN,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.web.close();
    this.display.close();
    this.extension[Symbol.dispose]();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
