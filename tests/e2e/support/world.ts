import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { PROJECT_ROOT } from '../../support/project.ts';
import type { BrowserName } from './browsers.ts';
import { atProcessEnd } from './environment.ts';
import { type BrowserOptions, launchBrowser } from './launch.ts';
import { PageServer } from './page-server.ts';
import type { RealBrowser } from './real-browser.ts';

/** The environment of a browser test: a browser with the extension, and the web that it sees. */
export interface World {
  readonly browser: RealBrowser;
  readonly web: PageServer;
}

/** A world that is started once, by the first caller. */
interface Start {
  begin(): Promise<World>;
  /** Leaves a started world to the next file. */
  leave(): void;
  /** Ends a started world that is not left. It can be called repeatedly. */
  end(): Promise<void>;
}

/** The worlds of this file in the order of their tests. */
const starts: Start[] = [];

/** The worlds of ended files, for the next file of this process. Their tests did not fail. */
const left = new Map<BrowserName, World>();
/** Firefox starts four times as long as it installs the extension again. Chromium does not. */
const SHARED: BrowserName = 'firefox';

/**
 * Returns the world for all tests of the enclosing `describe`. It is available only while its tests
 * run. Its extension is newly installed; its browser may be that of an earlier file. The next world of the file starts during these tests, and this one ends during the tests of
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
  let canBeLeft = options === undefined && name === SHARED;
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    canBeLeft &&= !hasFailed;
    if (hasFailed) await world?.browser.picture(`failed/${fileName(task.name)}`);
    // The popup of one test must not be open in the next one.
    if (await world?.browser.openPopup()) await world?.browser.closePopup();
    // A window that a failed test has left could get the keys of the next one.
    if (hasFailed) await world?.browser.closePages();
  });
  afterAll(() => {
    world = undefined;
    if (canBeLeft) start.leave();
    else start.end().catch(() => {}); // A failure is reported after the last test of the file.
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

/** Ends the worlds of a file. */
export async function endWorlds(): Promise<void> {
  for (const { end } of starts.splice(0)) await end();
}

function startOf(name: BrowserName, options: BrowserOptions | undefined): Start {
  let begun: Promise<World> | undefined;
  let ended: Promise<void> | undefined;
  const begin = async () => {
    const renewed = options === undefined ? await renewLeft(name) : null;
    if (renewed) return renewed;
    const web = await PageServer.start(join(PROJECT_ROOT, 'tests', 'pages'));
    return { web, browser: await launchBrowser(name, web, options) };
  };
  const end = async () => {
    const world = await begun?.catch(() => null);
    if (world) await close(world);
  };
  return {
    begin() {
      begun ??= begin();
      return begun;
    },
    leave() {
      ended ??= begun?.then(async (world) => {
        if (left.has(name)) await close(world);
        else left.set(name, world);
      });
    },
    end() {
      ended ??= end();
      return ended;
    },
  };
}

/** Returns the world that an earlier file has left, as if it were new, or null. */
async function renewLeft(name: BrowserName): Promise<World | null> {
  const world = left.get(name);
  if (world === undefined) return null;
  left.delete(name);
  try {
    world.web.forget();
    await world.browser.renew();
    return world;
  } catch {
    await close(world);
    return null;
  }
}

async function close({ browser, web }: World): Promise<void> {
  await browser.close();
  web.close();
}

atProcessEnd(async () => {
  for (const world of left.values()) await close(world);
});

const fileName = (title: string) => title.replace(/\W+/g, '-').slice(0, 80);

function running(world: World | undefined): World {
  if (world === undefined) throw new Error('The world is available only while its tests run');
  return world;
}
