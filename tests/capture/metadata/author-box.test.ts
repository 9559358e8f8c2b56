import { describe, expect, it } from 'vitest';
import { inBrowser, pageOf } from '../kinds/both-doms';

const TEXT = `<p>${'Ferns grow. '.repeat(20)}</p>`;
const metadataOf = (body: string) =>
  inBrowser(pageOf(`<main><h1>Ferns in shade</h1>${body}</main>`)).capture.metadata;

describe('the metadata of a page', () => {
  it.each([
    ['with a link', '<a href="/ann">Ann Lee</a>'],
    ['with a link and a portrait', '<img src="/a.jpg" alt=""><a href="/ann">Ann Lee</a>'],
    [
      'with a link and a button',
      '<p><a href="/ann">Ann Lee</a></p><p><a href="/follow">Follow</a></p>',
    ],
    ['with a link in a box', '<div class="name"><a href="/ann">Ann Lee</a></div>'],
    ['with a link and a date', '<div><a href="/ann">Ann Lee</a></div><div>3 May 2024</div>'],
    ['with a paragraph', '<p>Ann Lee</p><p>Gardener</p>'],
  ])('gives the author in a box that is named for one, %s', (_case, inside) => {
    for (const name of ['author', 'post-author', 'author-box']) {
      const { authors } = metadataOf(`<div class="${name}">${inside}</div>${TEXT}`);
      expect(authors).toEqual(['Ann Lee']);
    }
  });

  it.each([
    ['a link to a profile', '<a href="/ann">Profil</a>'],
    ['a link to follow', '<div><a href="/ann">Follow</a></div>'],
    ['a label', '<p>Posted on</p><p>3 May 2024</p>'],
    [
      'a list of links',
      '<ul><li><a href="/a">Mosses</a></li><li><a href="/b">About Us</a></li></ul>',
    ],
    ['the text of the page', `<p>Garden News</p>${TEXT}`],
  ])('gives no author in a box that is named for one and has only %s', (_case, inside) => {
    expect(metadataOf(`<div class="author">${inside}</div>${TEXT}`).authors).toEqual([]);
  });
});
