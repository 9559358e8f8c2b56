import { describe, expect, it } from 'vitest';
import { seriousFindings } from './support/accessibility.ts';
import { overWords, paintedTexts } from './support/highlighting.ts';
import { BROWSERS } from './support/launch.ts';
import { serveArticle } from './support/pages.ts';
import { rowOf, saveByKey } from './support/saving.ts';
import { until } from './support/until.ts';
import { useWorld } from './support/world.ts';

const WORDS = 'The garden behind the old library';

describe.each(BROWSERS)('highlighting in %s', (name) => {
  const world = useWorld(name);

  it('works in the reader with mouse and keyboard, and stays', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'marked', { title: 'A marked page' });
    await saveByKey(world, url);
    const { id } = await rowOf(world, url);
    const open = () => browser.openOwn('library', `#/read/${id}`);
    let reader = await open();
    await reader.sees(WORDS);

    await overWords(reader, WORDS, 'drag');
    await reader.waitFor('button', 'Blue');
    await browser.picture('highlight-bubble');
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.click('button', 'Blue');
    await reader.sees('Highlighted.');
    const isPainted = async () => {
      const texts = (await reader.evaluate(paintedTexts))['leafmark-blue'];
      return texts?.[0]?.includes('garden behind the old') ? texts : null;
    };
    await until('the words are blue', isPainted);

    await reader.close();
    reader = await open();
    await until('the words are blue again', isPainted);
    await overWords(reader, 'behind the old', 'click');
    await reader.waitFor('dialog', 'Edit the highlight');
    await reader.fill('textbox', 'Note', 'Go there in May');
    await browser.picture('highlight-editor');
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.press('Escape');
    await reader.waitUntilGone('dialog', 'Edit the highlight');

    await reader.click('button', 'Highlights');
    await reader.sees('Go there in May');
    await browser.picture('highlight-list');
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.click('button', /^The garden behind/);
    await reader.click('button', 'Delete the highlight');
    await reader.sees('There are no highlights yet.');
    await reader.click('button', 'Undo');
    await until('the words are blue once more', isPainted);
  });
});
