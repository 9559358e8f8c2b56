import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { PROJECT_ROOT } from '../../support/project.ts';
import { type BrowserOptions, launchBrowser } from './launch.ts';
import { PageServer } from './page-server.ts';
import type { BrowserName, RealBrowser } from './real-browser.ts';

/** The environment of a browser test: a browser with the extension, and the web that it sees. */
export interface World {
  readonly browser: RealBrowser;
  readonly web: PageServer;
}

/** A world that is started once, by the first caller. */
interface Start {
  begin(): Promise<World>;
  /** Ends a started world. It can be called repeatedly. */
  end(): Promise<void>;
}

/** The worlds of this file in the order of their tests. */
const starts: Start[] = [];

/**
 * Returns the world for all tests of the enclosing `describe`. It is available only while its tests
 * run. The next world of the file starts during these tests, and this one ends during the tests of
 * the next, because a browser takes seconds for either.
 */
export function useWorld(name: BrowserName, options?: BrowserOptions): World {
  let world: World | undefined;
  const start = startOf(name, options);
  const index = starts.push(start) - 1;
  beforeAll(async () => {
    world = await start.begin();
    // A failure is reported to the tests that use the world.
    starts[index + 1]?.begin().catch(() => {});
  });
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed) await world?.browser.picture(`failed/${fileName(task.name)}`);
    // The popup of one test must not be open in the next one.
    if (await world?.browser.openPopup()) await world?.browser.closePopup();
    // A window that a failed test has left could get the keys of the next one.
    if (hasFailed) await world?.browser.closePages();
  });
  afterAll(() => {
    world = undefined;
    start.end().catch(() => {}); // A failure is reported after the last test of the file.
  });
  return {
    get browser() {
      return running(world).browser;
    },
    get web() {
      return running(world).web;
    },
  };
}

afterAll(async () => {
  for (const { end } of starts) await end();
});

function startOf(name: BrowserName, options: BrowserOptions | undefined): Start {
  let begun: Promise<World> | undefined;
  let ended: Promise<void> | undefined;
  const begin = async () => {
    const web = await PageServer.start(join(PROJECT_ROOT, 'tests', 'pages'));
    return { web, browser: await launchBrowser(name, web, options) };
  };
  const end = async () => {
    const world = await begun?.catch(() => null);
    await world?.browser.close();
    world?.web.close();
  };
  return {
    begin() {
      begun ??= begin();
      return begun;
    },
    end() {
      ended ??= end();
      return ended;
    },
  };
}

const fileName = (title: string) => title.replace(/\W+/g, '-').slice(0, 80);

function running(world: World | undefined): World {
  if (world === undefined) throw new Error('The world is available only while its tests run');
  return world;
}
