import { describe, expect, it } from 'vitest';
import {
  amid,
  CARDS,
  cleaned,
  FIRST,
  LAST,
  link,
  MORE,
  PAGE,
  PROSE,
  plain,
  SECOND,
  textOf,
  withEnd,
  withLongEnd,
  withStart,
} from './crane';

describe('a cleaned article', () => {
  it.each([
    [
      'links that open a dialogue to share the page',
      amid(
        `<ul><li>${link('Facebook', `https://f.example/x?u=${encodeURIComponent(PAGE.url)}`)}</li><li>${link('Mail', 'mailto:?subject=crane')}</li></ul>`,
      ),
    ],
    ['a box that is named for sharing', amid('<div class="shareBar"><p>Teilen</p></div>')],
    [
      'a box that is named for a newsletter',
      amid('<div class="newsletter-box"><h3>Post am Morgen</h3><p>Jeden Tag um sechs.</p></div>'),
    ],
    [
      'a list of headlines at the end that a short line announces',
      withEnd(
        `<p>Lesen Sie auch die folgenden Beiträge:</p><ul><li>${link('Warum die Brücke im Winter geschlossen bleibt')}</li><li>${link('Der Hafen sucht einen neuen Kapitän')}</li></ul>`,
      ),
    ],
    [
      'a line that is a link to another page of the site',
      amid(`<p>${link('LE VIEUX PONT FERME SES PORTES')}</p>`),
    ],
    [
      'a link after a label',
      amid(`<p>Lesen Sie auch: ${link('Der alte Leuchtturm wird verkauft')}</p>`),
    ],
    [
      'a link after a label without spaces',
      amid(`<p>関連記事：${link('古い灯台が売りに出される')}</p>`),
    ],
    [
      'a list of headlines with its label',
      amid(
        `<h4>Mehr:</h4><ul><li>${link('Warum die Brücke im Winter geschlossen bleibt')}</li><li>${link('Der Hafen sucht einen neuen Kapitän')}</li></ul>`,
      ),
    ],
    [
      'a list of links at the end, with the sentences beside them',
      withEnd(
        `<ul><li>Why do ${link('the bridges stay closed')}?</li><li>And ${link('who pays for the lighthouse')}</li></ul>`,
      ),
    ],
    [
      'a box about the author at the end',
      withEnd(
        `<div class="author-bio"><p>Ines Halloran writes about ports, ships and the people on them.</p></div>`,
      ),
    ],
    [
      'a list of tags',
      withEnd(
        `<div class="tag-list">${link('Ports', '/tag/ports')} ${link('Cranes', '/tag/cranes')}</div>`,
      ),
    ],
    [
      'comments after the end',
      withEnd(
        `<div id="comments"><p>I worked on that crane for a year, and it never failed me, not even once in the rain.</p></div>`,
      ),
    ],
    ['the line with the date', withStart('<p>Publié le 4 mars 2025</p>')],
    ['the line with the name of the author', withStart('<p>By Ines Halloran, Staff</p>')],
    ['the name of the site', withStart('<p>HARBOUR POST</p>')],
    ['a copyright at the end', withEnd('<p>© 2025 Harbour Post.</p>')],
    [
      'a copyright whose sign follows a word',
      withEnd(
        `<p>저작권자 ⓒ <a href="https://harbour.example">하버 포스트</a>, ${'무단전재 및 재배포 금지, '.repeat(4)}</p>`,
      ),
    ],
    ['the length of a video at the end', withEnd('<div><span>1:08:09 <svg></svg></span></div>')],
    ['the mark of an advertisement', amid('<div class="ad-slot"><p>Werbung</p></div>')],
    ['such a mark in a section', amid('<section>Werbung</section>')],
    ['such a mark with more', amid('<p>Advertisement - Continue reading below</p>')],
    [
      'a breadcrumb',
      withStart(
        `<nav><ol><li>${link('Home', '/')}</li><li>${link('News', '/news')}</li></ol></nav>`,
      ),
    ],
    ['controls of the page', withStart('<div class="text-tools"><p>A A A</p></div>')],
    ['a caption whose image is missing', amid('<p class="wp-caption-text">The crane in 1965.</p>')],
    ['a heading that repeats the title', withStart(`<h2>${PAGE.title}</h2>`)],
    ['a heading at the end', withEnd('<h2>More Business News</h2>')],
    [
      'a section at the end with its heading as a label',
      withLongEnd('<h3>Comentarios</h3><p>comentarios</p>'),
    ],
    [
      'cards of other pages with an excerpt at the end',
      withLongEnd(`<h2>Mehr</h2><div>${CARDS}</div>`),
    ],
    [
      'a link to the site of the original in a copy',
      amid(
        `<p><b>Lees ook: ${link('De oude brug blijft dicht', 'https://www.haven.example/brug')}</b></p>`,
      ),
    ],
    ['how to cite the page', withLongEnd(`<p>Zitieren: Der alte Kran, 2025. ${PAGE.url}.</p>`)],
    [
      'two dates in a line',
      withStart('<p>Updated Nov. 19, 2019 8:21 am ET / Original Nov. 19, 2019 8:02 am ET</p>'),
    ],
    ['a date in numbers', withStart('<p>Veröffentlicht 04.03.2025</p>')],
    [
      'a line with an address for mail',
      withLongEnd(
        '<p>Scrivi a <a href="mailto:i.halloran@harbour.example">i.halloran@harbour.example</a></p>',
      ),
    ],
    [
      'accounts to follow',
      withLongEnd(
        `<p>Suivez-nous tous les jours sur ${link('Facebook', 'https://www.facebook.com/harbour')} et ${link('Instagram', 'https://instagram.com/harbour/')}, avec les photos de nos lecteurs.</p>`,
      ),
    ],
    [
      'a line that asks to report mistakes',
      withLongEnd(
        '<p class="error-report">Zauważyłeś błąd w tekście? Zaznacz go i napisz do nas przez formularz. Dziękujemy!</p>',
      ),
    ],
    ['one word between two paragraphs', amid('<p><span>Mainos</span></p>')],
    ['a link to skip to the text', withStart('<p><a href="#main">Siirry sisältöön</a></p>')],
    ['a link back to the top', amid('<p><a href="#">Nach oben</a></p>')],
    [
      'a sentence of the text before it',
      `<div><p>“${LAST.slice(0, -1)}”</p></div><div>${amid('')}</div>`,
    ],
    ['a sentence of the text in an aside', amid(`<aside><p>${LAST.slice(0, -1)}</p></aside>`)],
  ])('does not have %s', (_, html) => {
    expect(plain(cleaned(html).text).replaceAll(plain(MORE), '')).toBe(plain(PROSE));
  });

  it.each([
    [
      'a picture in a box named for a tool',
      '<div class="image-placeholder"><img src="/a.jpg" width="800" height="600"></div>',
      'img',
    ],
    [
      'a picture in a box named for sharing',
      '<div class="share-image"><img src="/a.jpg" width="800" height="600"></div>',
      'img',
    ],
    [
      'facts in a box amid the text',
      '<div class="meta"><p>Effort: low</p><p>Cost: 5 crowns</p></div>',
      '.meta',
    ],
    [
      'a list of sections in a box named for a menu',
      '<div class="menu"><a href="#one">One</a> <a href="#two">Two</a></div>',
      'a[href="#two"]',
    ],
  ])('keeps %s', (_, html, selector) => {
    expect(cleaned(amid(html)).article.querySelector(selector)).not.toBeNull();
  });

  it('has nothing of the page around the box with most of the text', () => {
    const { text } = cleaned(
      `<div class="top"><p>Heute: 12 Grad</p></div>
       <div class="story">${amid('')}</div>
       <div class="bottom"><h3>Abo</h3><p>Jetzt bestellen</p></div>`,
    );
    expect(plain(text)).toBe(plain(PROSE));
  });

  it.each([
    [
      'a lead before the text',
      `<h2>Sixty years of rust and gulls end with one cut on a Monday.</h2>`,
    ],
    ['a lead in a box', `<div class="standfirst"><p>${LAST} Nobody knows how.</p></div>`],
    [
      'a lead that is named for a teaser and has a link',
      `<p class="teaser-text">Nobody, says ${link('the harbour master')}, knows how the quay will look.</p>`,
    ],
    ['a list', '<ul><li>flour</li><li>water</li><li>salt</li></ul>'],
    [
      'a table',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr><tr><td>e</td></tr></table>',
    ],
    ['an image', '<figure><img src="a.jpg"><figcaption>The quay in 1960.</figcaption></figure>'],
  ])('keeps %s around the box with most of the text', (_, html) => {
    const { article } = cleaned(`${html}<div class="story">${amid('')}</div>`);
    const wanted = document.createElement('div');
    wanted.innerHTML = html;
    expect(textOf(article)).toContain(textOf(wanted));
    expect(article.querySelectorAll('img')).toHaveLength(wanted.querySelectorAll('img').length);
  });

  it.each([
    ['a paragraph with the name of something else', `<p class="related">${LAST} So it is.</p>`],
    [
      'a section with the name of something else',
      `<section class="comments"><p>${SECOND}</p><p>${LAST}</p></section>`,
    ],
    [
      'a list of links to other sites',
      `<ul><li>${link('https://a.example/1', 'https://a.example/1')}</li><li>${link('https://b.example/2', 'https://b.example/2')}</li></ul>`,
    ],
    [
      'a list of short links, such as names',
      `<ul>${['Cog', 'Hulk', 'Carrack'].map((name) => `<li>${link(name)}</li>`).join('')}</ul>`,
    ],
    [
      'notes',
      `<ol><li><a href="#r1">1</a> See the survey of 1960.</li><li><a href="#r2">2</a> Letter.</li></ol>`,
    ],
    ['code', '<pre class="toolbar"><code>make crane</code></pre>'],
    [
      'a sentence with a link',
      `<p>The city has a ${link('page about the crane')} with old photographs and a few letters of the men who built it.</p>`,
    ],
    [
      'a link that is a whole sentence',
      `<p>${link('The city has torn down the last of its cranes.')}</p>`,
    ],
    [
      'a quote of a post that can be shared',
      `<blockquote><p>${link('It was time.', '/2024/it-was-time')}</p></blockquote>`,
    ],
    ['a heading with a class', '<h2 class="tags">How it began</h2>'],
    ['a year in a heading', '<h2>Summer of 1965</h2>'],
    ['one of several lines of one word', '<p>Harbour</p><p>Bridge</p>'],
    [
      'a table of contents',
      '<p><a href="#a">How it began</a></p><p><a href="#b">How it ended</a></p>',
    ],
    ['a heading with words of the title', '<h2>The old crane comes down</h2>'],
    ['a quote that repeats the text', `<blockquote><p>${LAST.slice(0, -1)}</p></blockquote>`],
    ['an address for mail', '<p>Write to post@harbour.example</p>'],
  ])('keeps %s', (_, html) => {
    const { text } = cleaned(amid(html));
    const wanted = document.createElement('div');
    wanted.innerHTML = html;
    expect(plain(text)).toBe(plain(`${FIRST}${SECOND}${textOf(wanted)}${LAST}`));
  });

  it.each([
    ['when to write to an address for mail', '<p>Apply by 3 May: jobs@harbour.example</p>'],
    [
      'what to write to an address for mail',
      '<p>Whoever has photographs of the crane may send them to the archive at photos@harbour.example, with a name.</p>',
    ],
    ['a link to the source', `<p>Source: ${link('Reuters', 'https://reuters.example/crane')}</p>`],
    ['a section of a few words', '<h2>Verdict</h2><p>Worth the walk</p>'],
    ['cards with pictures of its own', `<div>${CARDS.replaceAll('/2024/', '#')}</div>`],
  ])('keeps %s at the end', (_, html) => {
    const { text } = cleaned(withLongEnd(html));
    const wanted = document.createElement('div');
    wanted.innerHTML = html;
    expect(text.endsWith(textOf(wanted))).toBe(true);
  });

  it('loses at most a third of its prose at the end, whatever that is named for', () => {
    const { text } = cleaned(withLongEnd(`<p class="correction">${MORE}</p>`.repeat(4)));
    // Two are before the end, and two of the four at the end are left.
    expect(text.split(MORE)).toHaveLength(5);
  });

  it('keeps an address for mail at the end of a short notice', () => {
    expect(cleaned(withEnd('<p>Write to post@harbour.example</p>')).text).toContain('Write to');
  });

  it.each([
    ['an asterisk', '<p>* It has been a long winter.</p>'],
    ['a word between asterisks', '<p>*Sigh* It has been a long winter.</p>'],
    ['one in a long paragraph', `<p>*${SECOND} ${LAST} It has been a long winter.</p>`],
  ])('keeps a first sentence that begins with %s', (_, html) => {
    expect(cleaned(withStart(html)).text).toMatch(/^\*.*long winter\./);
  });

  it('has no first line about what has an asterisk', () => {
    const note = '<p>*Advertisement: we earn something if you buy one of these.</p>';
    const { text } = cleaned(withStart(note));
    expect(text.startsWith(FIRST)).toBe(true);
  });

  it('keeps a first sentence with a date', () => {
    const first = 'On 3 March 2019 the crane fell into the sea.';
    expect(cleaned(withStart(`<p>${first}</p>`)).text).toContain(first);
  });

  it('keeps a last sentence in italics with an address for mail', () => {
    const last =
      '<p><em>Who wants to climb it once more before that day can write to crane@harbour.example.</em></p>';
    expect(cleaned(withLongEnd(last)).text).toContain('climb it once more');
  });

  it('keeps a list of files at its end', () => {
    const files = ['cables', 'quays'].map(
      (what) => `<li>${link(`The rules for all the ${what}`, `/files/${what}.pdf`)}</li>`,
    );
    const { article } = cleaned(withEnd(`<h3>Files</h3><ul>${files.join('')}</ul>`));
    expect(article.querySelectorAll('h3, li')).toHaveLength(3);
  });

  it('has no breadcrumb whose last entry has a number with a point', () => {
    const trail = `<nav id="breadcrumb">${link('Home', '/')} ${link('News', '/news')} Harbour sells the old crane for 71.6 million to a museum in another country</nav>`;
    expect(plain(cleaned(withStart(trail)).text)).toBe(plain(PROSE));
  });

  it('has the label of a list that was kept', () => {
    expect(cleaned(amid('<p>It takes:</p><ul><li>time</li><li>rope</li></ul>')).text).toContain(
      'It takes:',
    );
  });

  it('loses no other article when the page shows only one', () => {
    const articles = `<article><p>${SECOND}</p></article><article><p>${LAST}</p></article>`;
    const { text } = cleaned(`<p>${FIRST} ${FIRST} ${FIRST}</p>${articles}`);
    expect(text).toContain(SECOND);
    expect(text).toContain(LAST);
  });

  it('has no other articles after the heading for them', () => {
    const other = `<article><p>${LAST}</p></article>`;
    const { text } = cleaned(
      `<article>${amid('')}${amid('')}</article><h3 class="relatedposts">Você pode gostar</h3>${other}${other}`,
    );
    expect(plain(text)).toBe(plain(PROSE + PROSE));
  });

  it('is left alone if nothing in it is a sentence', () => {
    expect(cleaned('<ul><li><a href="/a">One</a></li></ul><p>2025</p>').text).toBe('One2025');
  });

  it('has no share bar in Thai, whose sentences end without a mark', () => {
    const line = 'ปั้นจั่นยืนอยู่ที่ปลายท่าเรือมานานหกสิบปี ไม่มีใครจำได้ว่าก่อนหน้านั้นเป็นอย่างไร';
    const bar = `<div class="share">${link('แชร์', 'https://www.facebook.com/sharer.php?u=x')}</div>`;
    const { text } = cleaned(`<p>${line}</p><p>${line.slice(0, 70)}</p>${bar}`);
    expect(text).not.toContain('แชร์');
  });
});
