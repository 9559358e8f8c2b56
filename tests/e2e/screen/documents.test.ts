import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { savedRows } from '../support/saved-rows.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

const PAPER = join(import.meta.dirname, '../../server/extraction/fixtures/pdf/latex-columns.pdf');

describe.each(BROWSERS)('a PDF from a disk in %s', (name) => {
  const world = useWorld(name);

  it('is added without a network, and shown as pages and as text', async () => {
    const page = await world.browser.openOwn('library', '#/import');
    await page.waitFor('button', 'Choose a file');
    await page.chooseFile(PAPER);
    await page.click('button', 'Import (1)');
    await page.sees('Pages added: 1');
    const [row] = await savedRows(world.browser);
    expect(row).toMatchObject({
      title: 'A harbour in columns',
      authors: ['Ada Quist', 'Bo Lindqvist'],
      content: { kind: 'article' },
    });
    const reader = await world.browser.openOwn('library', `#/read/${row?.id}`);
    await until('the first page is drawn', () =>
      reader.evaluate(
        () =>
          document
            .querySelector('.page[data-page-number="1"] .textLayer')
            ?.textContent?.includes('harbour') === true,
      ),
    );
    await world.browser.picture(`document-${name}`);
    await reader.click('button', 'As text');
    await reader.sees('The office refurbished seventeen fishing boats');
    await world.browser.picture(`document-text-${name}`);
    await reader.close();
    await page.close();
  });
});
