import { describe, expect, it } from 'vitest';
import { BROWSERS } from './support/launch.ts';
import { serveArticle, serveImage } from './support/pages.ts';
import { rowOf, saveByKey } from './support/saving.ts';
import { until } from './support/until.ts';
import { useWorld } from './support/world.ts';

const IMAGE = '<img src="http://closed.example/a.png" width="120" height="120" alt="A far leaf">';

describe.each(BROWSERS)('Keep all images in %s', (name) => {
  const world = useWorld(name);
  const url = 'http://journal.example/far-images';

  it('asks the person, brings the images when allowed, and can be taken back', async () => {
    const { browser, web } = world;
    serveImage(web, 'http://closed.example/a.png', [120, 40, 160], 120);
    serveArticle(web, 'far-images', { title: 'Far images', middle: `<figure>${IMAGE}</figure>` });
    await saveByKey(world, url);
    await until('the image has its reason', async () =>
      (await rowOf(world, url)).images.includes('not-readable'),
    );
    const library = await browser.openOwn('library');
    await library.click('link', 'Far images');
    await library.waitFor('button', 'Keep all images');

    await browser.answer('deny', () => library.click('button', 'Keep all images'));
    await library.sees('Not allowed; the images stay links.');
    expect((await rowOf(world, url)).images).toEqual(['not-readable']);

    await browser.answer('allow', () => library.click('button', 'Keep all images'));
    await library.sees('1 more image is kept.');
    await library.waitUntilGone('button', 'Keep all images');
    expect((await rowOf(world, url)).images).toEqual(['kept']);
    await browser.picture('images-kept');

    const options = await browser.openOwn('options');
    await options.click('button', /^Take/);
    await options.waitFor('button', 'Keep all images');
  });
});
