import { describe, expect, it } from 'vitest';
import { amid, cleaned, FIRST, LAST, PROSE, plain, textOf } from './crane';

describe('the images of a cleaned article', () => {
  it.each([
    [
      'after it in italics',
      '<p><img src="a.jpg"></p><p><em>The crane in 1965</em></p>',
      '<figure><img src="a.jpg"><figcaption><em>The crane in 1965</em></figcaption></figure>',
    ],
    [
      'in the middle after it',
      '<p><img src="a.jpg"></p><center>The crane in 1965</center>',
      '<figure><img src="a.jpg"><figcaption>The crane in 1965</figcaption></figure>',
    ],
    [
      'after a figure without one',
      '<figure><img src="a.jpg"></figure><p class="caption">The crane in 1965</p>',
      '<figure><img src="a.jpg"><figcaption>The crane in 1965</figcaption></figure>',
    ],
    [
      'above it',
      '<figure><figcaption>The crane in 1965</figcaption></figure><img src="a.jpg">',
      '<figure><img src="a.jpg"><figcaption>The crane in 1965</figcaption></figure>',
    ],
    [
      'in the same line',
      '<p><img src="a.jpg"><br><span class="pb-caption">The crane in 1965</span></p>',
      '<figure><img src="a.jpg"><figcaption>The crane in 1965</figcaption></figure>',
    ],
  ])('has the caption of an image that is %s', (_, html, figure) => {
    expect(cleaned(amid(html)).article.innerHTML).toContain(`</p>${figure}<p>`);
  });

  it.each([
    ['a table', '<table><tbody><tr><th>Year</th><td>1965</td></tr></tbody></table>'],
    ['a quote', '<blockquote><p>It stands.</p><p>It will.</p></blockquote>'],
    ['a list', '<ul><li>The mast</li><li>The jib</li></ul>'],
    ['terms', '<dl><dt>Mast</dt><dd>What stands</dd></dl>'],
    ['the lines of a song', '<p>Heave away</p><p>Haul away</p>'],
    [
      'a text in no block',
      'It stands at the end of the quay, and it will stand there when we are all gone, said he.',
    ],
  ])('has %s of a figure with its caption', (_, content) => {
    const figure = `<figure>${content}<figcaption>From the log of 1965</figcaption></figure>`;
    expect(cleaned(amid(figure)).article.innerHTML).toContain(figure);
  });

  it('has the legend of a drawing, but no credit beside its caption', () => {
    const legend = '<ul><li>a: the mast</li><li>b: the jib</li></ul>';
    const { article } = cleaned(
      amid(
        `<figure><img src="a.jpg">${legend}<p>Drawing: the yard</p><figcaption>The crane</figcaption></figure>`,
      ),
    );
    expect(article.querySelector('figure')?.innerHTML).toBe(
      `<img src="a.jpg">${legend}<figcaption>The crane</figcaption>`,
    );
  });

  it('has a line in italics after an icon as text', () => {
    const line = '<p><em>The crane in 1965.</em></p>';
    const { article } = cleaned(amid(`<p><img src="a.jpg" width="24" height="24"></p>${line}`));
    expect(article.innerHTML).toContain(line);
  });

  it('has a paragraph in italics beside an image as text', () => {
    const text = `<p><em>${FIRST} ${LAST}</em></p>`;
    expect(cleaned(amid(`<p><img src="a.jpg"></p>${text}`)).article.innerHTML).toContain(text);
  });

  it('has a caption once that is that of several images', () => {
    const figure = (image: string) =>
      `<figure><img src="${image}"><figcaption>The feast on the quay in May</figcaption></figure>`;
    const { article } = cleaned(amid(`${figure('a.jpg')}${figure('b.jpg')}`));
    expect(article.querySelectorAll('img')).toHaveLength(2);
    expect(article.querySelectorAll('figcaption')).toHaveLength(1);
  });

  it('has a short caption under each of its images, because it may be right for several', () => {
    const figure = '<figure><img src="a.jpg"><figcaption>The crane</figcaption></figure>';
    const { article } = cleaned(amid(`${figure}${figure.replace('a.jpg', 'b.jpg')}`));
    expect(article.querySelectorAll('figcaption')).toHaveLength(2);
  });

  it('has a caption once whose short form is beside it', () => {
    const { article } = cleaned(
      amid(
        '<ul><li><img src="a.jpg"><div class="caption"><div><p>The crane in 1965, with its men.</p></div><div><p>The crane in 1965</p></div></div></li></ul>',
      ),
    );
    expect(article.querySelector('li > figure > figcaption')?.textContent).toBe(
      'The crane in 1965, with its men.',
    );
  });

  it('has no long caption of an image that is gone', () => {
    const caption = 'The crane in the year in which it was built, with the men who ran it by day.';
    const { text } = cleaned(amid(`<p><span class="caption">${caption}</span></p>`));
    expect(plain(text)).toBe(plain(PROSE));
  });

  it('has the image of a video without its title, which repeats that of the page', () => {
    const { article, text } = cleaned(
      amid('<p><span>Old crane comes down</span><img src="a.jpg"></p>'),
    );
    expect(plain(text)).toBe(plain(PROSE));
    expect(article.querySelectorAll('img')).toHaveLength(1);
  });

  it('has no mark of a link in a heading, and keeps its target', () => {
    const { article } = cleaned(amid('<h2>Rust<a id="rust" href="#rust">¶</a></h2>'));
    expect(article.querySelector('h2')?.outerHTML).toBe('<h2 id="rust">Rust</h2>');
  });

  it('keeps a link in a heading that leads to a note', () => {
    const { article } = cleaned(amid('<h2>Rust<a href="#n1">1</a></h2>'));
    expect(article.querySelector('h2 a')?.textContent).toBe('1');
  });

  it.each([
    [
      'a drawing of which nothing is shown',
      '<svg><symbol id="play"><path d="M0 0h9"/></symbol></svg>',
      0,
    ],
    ['an icon', '<svg viewBox="0 0 24 24"><path d="M0 0h9"/></svg>', 0],
    ['a chart', '<svg viewBox="0 0 640 360"><path d="M0 0h9"/></svg>', 1],
    [
      'an icon as a value of a table',
      '<table><tr><td><svg width="16" height="16"><path d="M0 0h9"/></svg></td></tr></table>',
      1,
    ],
    [
      'an icon with a text',
      '<svg width="24" height="24" aria-label="yes"><path d="M0 0h9"/></svg>',
      1,
    ],
  ])('has %s only if it shows something: %#', (_, html, count) => {
    expect(cleaned(amid(html)).article.querySelectorAll('svg')).toHaveLength(count);
  });

  it('has a figure with a caption for an image in a box with its text', () => {
    const { article } = cleaned(
      amid(
        '<div class="wp-caption"><img src="a.jpg"><p class="wp-caption-text">The <em>crane</em> in 1965</p><p class="credit">Photo: Archive</p></div>',
      ),
    );
    expect(article.querySelector('figure')?.outerHTML).toBe(
      '<figure><img src="a.jpg"><figcaption>The <em>crane</em> in 1965 Photo: Archive</figcaption></figure>',
    );
  });

  it('has no credit beside the caption of a figure', () => {
    const { article } = cleaned(
      amid(
        '<figure><span><img src="a.jpg">Image copyright Reuters</span><figcaption>The crane</figcaption></figure>',
      ),
    );
    expect(textOf(article.querySelector('figure') as Element)).toBe('The crane');
  });

  it.each([
    ['Photo: Ann Lee', 'a label'],
    ['© Ann Lee', 'a sign'],
    ['Foto von: Ann Lee', 'a label of two words'],
    ['<p>Photo: Ann Lee</p>', 'a line of its own'],
  ])('has the line of a figure whose caption is the credit %s', (credit) => {
    const figure = `<figure><img src="a.jpg"><p>The crane in 1911</p><figcaption>${credit}</figcaption></figure>`;
    expect(cleaned(amid(figure)).article.innerHTML).toContain(figure);
    const both = figure.replace('The crane in 1911', 'Archive: the yard');
    expect(cleaned(amid(both)).article.textContent).not.toContain('Archive');
  });

  it.each([
    ['Getty Images', 'Above: The crane lifts a boat over the wall of the dock in 1911'],
    ['Enlarge this image', 'The crane lifts a boat in 1911. © Ann Lee'],
  ])('has no %s beside a caption with a colon or a sign', (line, caption) => {
    const figure = `<figure><img src="a.jpg"><p>${line}</p><figcaption>${caption}</figcaption></figure>`;
    expect(cleaned(amid(figure)).article.textContent).not.toContain(line);
  });

  it('has no words of a player beside the caption of a figure', () => {
    const { article } = cleaned(
      amid(
        '<figure><div><img src="a.jpg"><p>Playback is unsupported</p></div><figcaption>The crane</figcaption></figure>',
      ),
    );
    expect(textOf(article.querySelector('figure') as Element)).toBe('The crane');
    expect(article.querySelectorAll('img')).toHaveLength(1);
  });
});
