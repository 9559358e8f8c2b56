import { describe, expect, it } from 'vitest';
import { declared, inBrowser, onServer, pageOf } from './both-doms';

const SENTENCE = 'The ferns by the north wall grow a hand each year and nobody waters them. ';

/** A comment with its replies inside of it. */
const nested = (who: string, text: string, replies = '') => `<div class="thing reply">
  <div class="entry"><p class="tagline"><a class="author" href="/user/${who}">${who}</a> <b>12 points</b>
  <time datetime="2024-05-03T10:00:00Z">2 days ago</time></p>
  <form class="body"><div class="text"><p>${text}</p></div></form><ul><li><a href="#r">reply</a></li></ul></div>
  <div class="child">${replies}</div></div>`;

/** A comment in a row of its own, indented by an image. */
const row = (who: string, level: number, text: string) => `<tr class="row"><td><table><tr>
  <td class="space"><img src="s.gif" height="1" width="${level * 40}"></td>
  <td class="said"><div><a class="who" href="user?id=${who}">${who}</a>
  <span class="age" title="2024-05-03T10:00:00"><a href="item?id=${who}">3 hours ago</a></span></div>
  <div class="text">${text}</div></td></tr></table></td></tr>`;

const answer = (
  who: string,
  names: string,
  before: string,
) => `<div class="answer ${names}">${before}
  <div class="said"><a class="user-name" href="/users/${who}">${who}</a> <abbr title="2024-05-04 11:00">4 May 2024, 11:00</abbr></div>
  <div class="body"><p>${SENTENCE}</p></div></div>`;

const titled = (
  who: string,
  text: string,
) => `<article class="message"><div class="cell cell--user">
  <h4 class="name"><a class="username" href="/members/${who}">${who}</a></h4></div><div class="cell cell--main">
  <time datetime="2024-05-03T10:00:00Z">3 May 2024</time><div class="wrapper"><p>${text}</p></div></div></article>`;

describe.each([
  ['a browser', inBrowser],
  ["the server's DOM", onServer],
])('in %s', (_, captured) => {
  it('keeps replies to replies in lists below them', () => {
    const replies = nested('brin', 'Mine, too.', nested('cole', 'Nobody asked you about that.'));
    const page = pageOf(
      `<div>${nested('ada', SENTENCE, replies)}${nested('dora', 'Water them then, I say.')}</div>`,
    );
    const { article, text, capture } = captured(page);
    expect(capture.report.kind).toBe('forum');
    expect(article.querySelector('li strong')?.textContent).toBe('brin');
    expect(article.querySelector('li li')?.textContent).toMatch(/^cole.*Nobody asked you/);
    expect([...article.children].map((child) => child.localName)).toEqual([
      'p',
      'section',
      'ul',
      'hr',
      'p',
      'section',
    ]);
    expect(text).not.toMatch(/points|reply/);
  });

  it('takes no columns of a page with an author and a date each for a thread', () => {
    const column = (names: string, who: string, text: string) =>
      `<div class="col-sm-12 ${names}"><a class="by-${names}" href="/authors/${who}">${who}</a>
      <time datetime="2024-05-03T10:00:00Z">3 May 2024</time><p>${text}</p></div>`;
    const columns = `${column('story', 'ada', SENTENCE.repeat(9))}${column('side', 'brin', SENTENCE)}`;
    const { capture, text } = captured(pageOf(`<div>${columns}</div>`));
    expect(capture.report.kind).toBe('article');
    expect(text).toContain(SENTENCE.trim());
  });

  it('reads from the indentation of rows which post they reply to', () => {
    const rows = [row('ada', 0, SENTENCE), row('brin', 1, 'Mine, too.'), row('cole', 0, SENTENCE)];
    const { article, text } = captured(pageOf(`<table>${rows.join('')}</table>`));
    expect([...article.querySelectorAll('li strong')].map((name) => name.textContent)).toEqual([
      'brin',
    ]);
    expect(text).toContain('cole · 3 hours ago');
    expect(article.querySelector('time')?.getAttribute('datetime')).toBe('2024-05-03T10:00:00');
  });

  it('reads from the level of each post which one it replies to', () => {
    const post = (who: string, level: string) => `<div class="note" ${level}>
      <a class="author" href="/@${who}">${who}</a> <time datetime="2024-05-03T10:00:00Z">3 May</time>
      <div class="text"><p>${SENTENCE}</p></div></div>`;
    const { article } = captured(
      pageOf(
        `<div>${post('ada', '')}${post('brin', 'data-depth="1"')}${post('cole', 'data-depth="0"')}</div>`,
      ),
    );
    const names = [...article.querySelectorAll('li strong')].map((name) => name.textContent);
    expect(names).toEqual(['brin']);
  });

  it('takes the text before replies for the first post if its author is written as theirs are', () => {
    const opening = (author: string) => `<div class="question"><p class="by">${author}
      <time datetime="2024-05-01T10:00:00Z">4 days ago</time></p><div class="text"><p>${SENTENCE.repeat(2)}</p></div></div>`;
    const replies = `<div>${nested('brin', SENTENCE)}${nested('cole', SENTENCE)}</div>`;
    const same = captured(
      pageOf(`${opening('<a class="author" href="/user/ada">ada</a>')}${replies}`),
    );
    expect(same.capture.report.kind).toBe('forum');
    expect(same.text).toMatch(/^ada · 4 days ago.*brin · 2 days ago/);
    const other = captured(
      pageOf(`${opening('<span class="byline">By Ada Lee</span>')}${replies}`),
    );
    expect(other.capture.report.kind).toBe('article');
  });

  const ann = '<a class="user" href="/u/ann">ann</a>';
  const QUESTION = 'Which pear keeps longest in a cold cellar?';
  const signed = (name: string, author: string, inside: string) =>
    `<div class="${name}">${author} <time datetime="2024-05-01T10:00:00Z">1 May</time>${inside}</div>`;
  const replies = ['bob', 'cy', 'dan']
    .map((who) =>
      signed(
        'comment',
        `<a class="user" href="/u/${who}">${who}</a>`,
        `<div class="body"><p>${who}. ${SENTENCE.repeat(2)}</p></div>`,
      ),
    )
    .join('');

  it.each([
    ['than a line of prose', signed('post', ann, `<div class="body"><p>${QUESTION}</p></div>`)],
    [
      'and in boxes of its own',
      `<section><h2>Pears</h2>${signed('post', ann, `<div class="in"><div class="body">${QUESTION}</div></div>`)}</section>`,
    ],
    [
      'than a third of the replies, and in a box of another name',
      signed(
        'top',
        ann,
        `<div class="first">${QUESTION} Mine have all rotted by Christmas, dear people.</div>`,
      ),
    ],
  ])('keeps the question if it is shorter %s', (_how, question) => {
    const { text, capture } = captured(pageOf(`<h1>Ask: pears?</h1>${question}${replies}`));
    expect(capture.report.kind).toBe('forum');
    expect(text).toMatch(
      /^ann · 1 May ?Which pear keeps longest in a cold cellar\?.*bob · 1 May ?bob\./,
    );
  });

  it.each([
    ['the name of the reader', `<div class="me">${ann}</div>`],
    ['another template', `<div class="by">Ann Lee</div><div class="body">${QUESTION}</div>`],
    [
      'the newest reply beside them',
      `<aside>${signed('comment', ann, `<div class="body">${QUESTION}</div>`)}</aside>`,
    ],
    [
      'a panel about cookies',
      '<div class="panel"><div class="body">Which cookies may we set?</div></div>',
    ],
    [
      'a bar to share it',
      `<div class="share">${ann} <a href="https://x.example/share?u=1">Which share</a></div>`,
    ],
  ])('has no question before the replies if there is only %s', (_what, before) => {
    const { text } = captured(pageOf(`<h1>Ask: pears?</h1>${before}${replies}`));
    expect(text).toMatch(/^bob · 1 May/);
    expect(text).not.toContain('Which');
  });

  it('names the author of the first post, not another one that the page shows', () => {
    const page = pageOf(`<p class="byline">By <a rel="author" href="/members/cole">cole</a></p>
      <div>${titled('ada', SENTENCE)}${titled('brin', SENTENCE)}${titled('cole', SENTENCE)}</div>`);
    const { capture } = captured(page);
    expect(capture.metadata.authors).toEqual(['ada']);
    expect(capture.metadata.published).toBe('2024-05-03T10:00:00Z');
  });

  it('keeps the author that the page declares', () => {
    const head = declared('DiscussionForumPosting', {
      author: { '@type': 'Person', name: 'Ada Lee' },
    });
    const page = pageOf(`<div>${titled('ada', SENTENCE)}${titled('brin', SENTENCE)}</div>`, head);
    expect(captured(page).capture.metadata.authors).toEqual(['Ada Lee']);
  });

  it('does not take the headings with the names of authors for titles of other pages', () => {
    const page = pageOf(`<div>${titled('ada', SENTENCE)}${titled('brin', 'Indeed so.')}</div>`);
    const { text, capture } = captured(page);
    expect(capture.report.kind).toBe('forum');
    expect(text).toMatch(/^ada · 3 May 2024The ferns.*them\.\s*brin · 3 May 2024Indeed so\.$/);
  });

  it('keeps the words with which the page marks the accepted answer', () => {
    const label = '<div class="votes">9<div class="answer-accept">Accepted answer</div></div>';
    const page = pageOf(
      `<div>${answer('ada', 'accepted-answer', label)}${answer('brin', '', '<div class="votes">1</div>')}</div>`,
    );
    const { text } = captured(page);
    expect(text).toMatch(/^ada ✓ Accepted answer · 4 May 2024, 11:00The ferns/);
    expect(text).toContain('brin · 4 May 2024, 11:00');
  });

  it.each([
    ['versions, such as 1.39.0', (at: number) => `<h3>Method ${'abcd'[at]}</h3><i>1.3${at}.0</i>`],
    [
      'dates, and names that lead to the sections',
      (at: number) => `<a href="#m${at}">Method ${'abcd'[at]}</a><i>${at + 1} May 2024</i>`,
    ],
  ])('does not take sections of documentation for posts that have %s', (_case, head) => {
    const part = (at: number) =>
      `<section class="method"><div class="head">${head(at)}</div><div class="text"><p>${at}. ${SENTENCE}</p></div></section>`;
    const { capture, text } = captured(pageOf([0, 1, 2, 3].map(part).join('')));
    expect(capture.report.kind).toBe('article');
    expect(text).toContain('3. The ferns');
  });

  it('keeps the pictures beside a post, but not the portrait of its author', () => {
    const post = (who: string) => `<div class="note"><a class="author" href="/@${who}">
      <img src="/faces/${who}.jpg" width="200" height="200"> ${who}</a><div class="text"><p>${SENTENCE}</p></div>
      <time datetime="2024-05-03T10:00:00Z">3 May</time><img src="/shots/${who}.jpg" width="600" height="400"></div>`;
    const { article } = captured(pageOf(`<div>${post('ada')}${post('brin')}</div>`));
    const files = [...article.querySelectorAll('img')].map(({ src }) => src.replace(/^.*\//, ''));
    expect(files).toEqual(['ada.jpg', 'brin.jpg']);
    expect(article.innerHTML).not.toContain('/faces/');
  });

  it('finds the text of each post at the same place, whatever its other classes are', () => {
    const post = (
      who: string,
      state: string,
    ) => `<div class="note"><a class="author" href="/@${who}">${who}</a>
      <time datetime="2024-05-03T10:00:00Z">3 May</time><div class="text ${state}"><p>${SENTENCE}</p></div>
      <div class="rank">Old hand of the north wall</div></div>`;
    const page = pageOf(
      `<div>${post('ada', 'own')}${post('brin', 'new')}${post('cole', '')}</div>`,
    );
    const { text, capture } = captured(page);
    expect(capture.report.kind).toBe('forum');
    expect(text).toMatch(/^ada.*brin.*cole/);
    expect(text).not.toContain('Old hand');
  });

  it('does not take the time in the text of the first post for that of the post', () => {
    const note = (who: string, head: string, text: string) =>
      `<div class="note"><a class="author" href="/@${who}">${who}</a> ${head}<div class="text"><p>${text}</p></div></div>`;
    const age = '<span class="age">3 May 2024, 10:00</span>';
    const others = ['brin', 'cole', 'dora', 'eve'].map((who) => note(who, age, SENTENCE));
    const first = note(
      'ada',
      '<time></time>',
      `${SENTENCE} Seen at <time>1 May 1999, 09:00</time>.`,
    );
    const { article } = captured(pageOf(`<div>${first}${others.join('')}</div>`));
    const heads = [...article.querySelectorAll('p:has(strong)')].map((head) => head.textContent);
    expect(heads.slice(0, 2)).toEqual(['ada', 'brin · 3 May 2024, 10:00']);
  });

  it('keeps the posts of a thread, not the boxes that hold it and the latest news', () => {
    const latest = `<a class="username" href="/members/dora">dora</a> <div class="cell"><time>4 May 2024</time> Mosses</div>`;
    const page =
      pageOf(`<div class="card">${titled('ada', SENTENCE)}${titled('brin', SENTENCE)}</div>
      <div class="card">${latest}</div>`);
    const { article } = captured(page);
    const names = [...article.querySelectorAll('p strong')].map((name) => name.textContent);
    expect(names).toEqual(['ada', 'brin']);
  });

  it('finds a thread of one post that the page declares', () => {
    const page = pageOf(
      `<div>${titled('ada', SENTENCE.repeat(2))}</div>`,
      declared('DiscussionForumPosting'),
    );
    const { capture, text } = captured(page);
    expect(capture.metadata.authors).toEqual(['ada']);
    expect(capture.metadata.published).toBe('2024-05-03T10:00:00Z');
    expect(text).toBe(SENTENCE.repeat(2).trim());
  });

  it('leaves the author and the time of a single post to the header', () => {
    const note = `<div class="note"><a class="author" href="/@ada">ada</a><div class="text"><p>${SENTENCE}</p></div>
      <time datetime="2024-05-03T10:00:00Z">3 May</time></div>`;
    const other = note.replaceAll('ada', 'brin').replace(SENTENCE, 'Indeed so.');
    const { text, capture } = captured(pageOf(`${note}${other}`, declared('SocialMediaPosting')));
    expect(text).toBe(SENTENCE.trim());
    expect(capture.metadata.authors).toEqual(['ada']);
  });

  it.each([
    [
      'custom elements inside of each other',
      (who: string, text: string, replies: string) =>
        `<our-note author="${who}" created="2024-05-03T10:00:00Z"><div slot="text">${text}</div>${replies}</our-note>`,
    ],
    [
      'boxes without classes in custom elements',
      (who: string, text: string, replies: string) =>
        `<x-reply><div><a href="/user/${who}">${who}</a> <time datetime="2024-05-03T10:00:00Z">3 May</time></div>
        <div>${text}</div>${replies}</x-reply>`,
    ],
  ])('keeps the names and the depth of %s', (_case, note) => {
    const page = `<main>${note('ada', SENTENCE, note('brin', SENTENCE, ''))}${note('cole', SENTENCE, '')}</main>`;
    const { article, capture } = captured(pageOf(page));
    expect(capture.report.kind).toBe('forum');
    const names = [...article.querySelectorAll('strong')].map((name) => name.textContent);
    expect(names).toEqual(['ada', 'brin', 'cole']);
    expect(article.querySelector('li strong')?.textContent).toBe('brin');
    expect(article.querySelector('time')?.getAttribute('datetime')).toBe('2024-05-03T10:00:00Z');
  });

  it.each([4, 30])('keeps who speaks in a dialogue of %i turns without times', (count) => {
    const turn = (at: number) =>
      `<div class="turn"><div data-message-author-role="${at % 2 ? 'guide' : 'guest'}"><p>${at}. ${SENTENCE}</p></div></div>`;
    const page = pageOf(
      `<main>${Array.from({ length: count }, (_item, at) => turn(at)).join('')}</main>`,
    );
    const { article, text } = captured(page);
    expect(article.querySelectorAll('strong')).toHaveLength(count);
    expect(text).toMatch(/^guest\s*0\. The ferns.*guide\s*1\. The ferns/);
  });

  it('takes no list of books with their authors for a dialogue', () => {
    const book = (at: number) =>
      `<li class="book" data-author="${'ab'[at % 2]}"><a href="/b/${at}">The ferns ${at}</a><p>${SENTENCE}</p></li>`;
    const { capture } = captured(
      pageOf(`<main><ul>${[0, 1, 2, 3].map(book).join('')}</ul></main>`),
    );
    expect(capture.report.kind).not.toBe('forum');
  });
});
