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

/** A world that begins once, whoever asks first. */
interface Start {
  begin(): Promise<World>;
  /** Ends what has begun; it may be called again. */
  end(): Promise<void>;
}

/** Of this file, in the order in which its stories are told. */
const starts: Start[] = [];

/**
 * A world for all stories of the enclosing `describe`: there before the first, ended after the last.
 * Its parts are there only while a story runs. The next world of the file begins while the stories of
 * this one are told, and this one ends during those of the next: a browser takes seconds for either.
 */
export function useWorld(name: BrowserName, options?: BrowserOptions): World {
  let world: World | undefined;
  const start = startOf(name, options);
  const index = starts.push(start) - 1;
  beforeAll(async () => {
    world = await start.begin();
    // Whether it could begin is told to the one who asks for it.
    starts[index + 1]?.begin().catch(() => {});
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await world?.browser.picture(`failed/${fileName(task.name)}`);
    // One story must not be told under the popup of another.
    if (await world?.browser.openPopup()) await world?.browser.closePopup();
  });
  afterAll(() => {
    world = undefined;
    start.end().catch(() => {}); // that it could not is told after the last story of the file
  });
  return {
    get browser() {
      return there(world).browser;
    },
    get web() {
      return there(world).web;
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

function there(world: World | undefined): World {
  if (world === undefined) throw new Error('The world is there only while a story runs');
  return world;
}
