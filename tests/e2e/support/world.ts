import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { PROJECT_ROOT } from '../../support/project.ts';
import { type BrowserOptions, launchBrowser } from './launch.ts';
import { PageServer } from './page-server.ts';
import type { BrowserName, RealBrowser } from './real-browser.ts';

/** What a story needs: a browser with the extension, and the web that it sees. */
export interface World {
  readonly browser: RealBrowser;
  readonly web: PageServer;
}

/**
 * A world for all stories of the enclosing `describe`: begun before the first, ended after the
 * last. Its parts are there only while a story runs.
 */
export function useWorld(name: BrowserName, options?: BrowserOptions): World {
  let browser: RealBrowser | undefined;
  let web: PageServer | undefined;
  beforeAll(async () => {
    web = await PageServer.start(join(PROJECT_ROOT, 'tests', 'pages'));
    browser = await launchBrowser(name, web, options);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await browser?.picture(`failed/${fileName(task.name)}`);
    // One story must not be told under the popup of another.
    if (await browser?.openPopup()) await browser?.closePopup();
  });
  afterAll(async () => {
    await browser?.close();
    web?.close();
  });
  return {
    get browser() {
      return there(browser);
    },
    get web() {
      return there(web);
    },
  };
}

const fileName = (title: string) => title.replace(/\W+/g, '-').slice(0, 80);

function there<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The world is there only while a story runs');
  return part;
}
