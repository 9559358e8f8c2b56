import { describe, expect, it } from 'vitest';
import { captured, documentOf } from '../../support/article-pages';

const say = (n: number) =>
  `<p>In year ${n} the keeper wrote that ${n} gulls had come to the rock.</p>`;
const TEXT = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(say).join('');

const textOf = (template: string, beside = '') =>
  captured(
    documentOf(`<title>The log</title><body><h1>The log</h1><div class="post">
      <script type="text/template">${template}</script>${beside}</div></body>`),
  ).text;

describe('a template with the text of a page', () => {
  it('is shown', () => {
    expect(textOf(TEXT)).toContain('9 gulls');
  });

  it('is shown beside the same text for readers without scripts', () => {
    expect(textOf(TEXT, `<noscript>${TEXT}</noscript>`)).toContain('9 gulls');
  });

  it.each([
    ['with placeholders', `${TEXT}<p>{{ more }}</p>`, ''],
    ['that is data', `{"text": "${TEXT}"}`, ''],
    ['that is deep', `${'<div>'.repeat(60)}${TEXT}`, ''],
    [
      'beside the text of the page',
      TEXT,
      '<p>The rock has a lamp, and the keeper looks after it. </p>'.repeat(4),
    ],
  ])('is not shown %s', (_what, template, beside) => {
    expect(textOf(template, beside)).not.toContain('9 gulls');
  });
});
