// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { LEASE_MS } from '../../../server/jobs';
import { SECOND_MS } from '../../../src/domain/time';
import { buildProgram } from '../storage/support/build-program';
import { describeOnDatabases, type TestDatabase } from '../storage/support/databases';
import {
  type ExtractionWorld,
  HTML,
  startExtractionWorld,
  storyPage,
} from '../support/extraction-world';

describeOnDatabases('a page whose process ends while it is read, on %s', (database, kind) => {
  let program: string;
  let db: TestDatabase;
  let world: ExtractionWorld;
  beforeAll(async () => {
    program = await buildProgram('tests/server/support/extractor.ts', `extractor-${kind}`);
  });
  beforeEach(async () => {
    db = await database();
    world = await startExtractionWorld(async () => db);
    useRealTime();
  });
  afterEach(() => world.end());

  /** The other process uses the real clock. */
  const useRealTime = () => world.t.advance(Date.now() - world.t.server.now());

  /** Starts a process that requests a page without a response, then sends it `signal`. */
  async function readAndStop(signal: NodeJS.Signals): Promise<void> {
    const isRequested = new Promise<void>((resolve) => {
      world.web.pages['/'] = () => resolve();
    });
    const child: ChildProcess = spawn(process.execPath, [program, db.address], {
      stdio: 'inherit',
    });
    await isRequested;
    child.kill(signal);
    await once(child, 'exit');
    useRealTime();
    world.web.pages['/'] = { type: HTML, body: storyPage() };
  }

  /** Expects that the page is read now, with one event. */
  async function expectRead(id: string): Promise<void> {
    const { userId } = await world.row(id);
    const before = await world.t.storage.events.latest(userId);
    expect(await world.run()).toEqual(['done']);
    expect(await world.info(id)).toMatchObject({ state: 0, title: 'A story' });
    expect(await world.t.storage.events.after(userId, before, 10)).toHaveLength(1);
    expect(world.web.requests.filter((path) => path === '/')).toHaveLength(2);
    expect(await world.t.storage.jobs.counts()).toEqual([]);
  }

  it('is read by another process after the lease of a killed process has ended', async () => {
    const id = await world.create('/');
    await readAndStop('SIGKILL');
    world.t.advance(10 * SECOND_MS);
    expect(await world.run()).toEqual([]);
    expect(await world.info(id)).toMatchObject({ state: 2 });
    world.t.advance(LEASE_MS);
    await expectRead(id);
  });

  it('is read by another process at once when the first was stopped', async () => {
    const id = await world.create('/');
    await readAndStop('SIGTERM');
    world.t.advance(10 * SECOND_MS);
    await expectRead(id);
  });
});
