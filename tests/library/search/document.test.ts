import { describe, expect, it } from 'vitest';
import { articleText } from '../../../src/library/search/document';
import { tokenise } from '../../../src/query';

describe('the text of an article', () => {
  it.each([
    ['words in one line', '<p>o<b>n</b>e <a href="x">two</a></p>', 'one two'],
    ['words of two blocks', '<p>one</p><p>two</p><li>three<br>four', 'one two three four'],
    ['attributes with tags', '<img alt="<b>no</b> >" src=\'>\'>yes', 'yes'],
    [
      'characters as entities',
      'caf&eacute; &amp;caf&#233; &#xE9;t&#xe9;&nbsp;x',
      'caf eacute cafe ete x',
    ],
    ['an unknown entity', '&#x110000; one', 'x110000 one'],
    ['a comment', '<!-- no -->yes', 'yes'],
    ['a tag that does not end', 'one<a href="', 'one'],
  ])('has %s', (_, html, words) => {
    expect(tokenise(articleText(html)).join(' ')).toBe(words);
  });

  it('is read in linear time', () => {
    expect(articleText('<a '.repeat(300_000))).toBe('');
    expect(articleText('<'.repeat(1_000_000)).trim()).toBe('');
  });
});
