import '../support/indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importRepository } from '../../src/library';
import { value } from '../library/library';
import { goOn, link, netscape, started } from '../transfer/import-jobs';
import { extractAgain } from './support/annotated-server';
import { type Device, startWorld, type World, wholeRound } from './support/world';

const URL_A = 'https://example.org/1';

let world: World;
let device: Device;
beforeEach(async () => {
  world = await startWorld();
  device = await world.device();
});
afterEach(() => world.end());

const round = () => wholeRound(world, device);

describe('an imported page without a text', () => {
  it('is read by the server, and its article comes to this device', async () => {
    const imports = device.library.part(importRepository);
    value(await goOn(imports, await started(imports), netscape([link(1, 'TAGS="tea"')])));
    expect((await device.find(URL_A))?.content.kind).toBe('address');
    await round();
    const [there] = await world.bookmarks();
    expect(there).toMatchObject({ url: URL_A, labels: ['tea'], created: '2020-09-13T12:26:40Z' });
    // The network of the test has no such page, so this is what the server would find there.
    await extractAgain(world, there?.id ?? '', '<p>A lamp shines on the page.</p>');
    await round();
    await round();
    const row = await device.find(URL_A);
    expect(row).toMatchObject({ content: { kind: 'article' }, labels: ['tea'] });
    const article = row && (await device.library.articles.get(row.id));
    expect(article?.html).toContain('A lamp shines');
  });
});
