import { describe, expect, it } from 'vitest';
import { addressIn, sharedPageIn } from '../../src/domain/shared-page';

describe('the address in a text', () => {
  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    ['  https://example.org/a  ', 'https://example.org/a'],
    ['HTTPS://Example.org/A', 'https://example.org/A'],
    ['example.org/a?b#c', 'https://example.org/a?b#c'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['Read this: https://example.org/a.', 'https://example.org/a'],
    ['(see https://example.org/a)', 'https://example.org/a'],
    ['“https://example.org/a” is good', 'https://example.org/a'],
    [
      'A leaf\nhttps://en.example/wiki/Leaf_(plant)\nsent by',
      'https://en.example/wiki/Leaf_(plant)',
    ],
    ['<https://example.org/a> here', 'https://example.org/a'],
    ['读这篇文章https://example.org/a，很好', 'https://example.org/a'],
    ['https://example.org/a。', 'https://example.org/a'],
    ['（https://example.org/a）', 'https://example.org/a'],
    ['(https://example.org/a).', 'https://example.org/a'],
    ['https://example.org/wiki/Hurra!', 'https://example.org/wiki/Hurra!'],
    ['Only words', null],
    ['word', null],
    ['', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x.y', null],
    ['file:///etc/passwd', null],
    ['//example.org/a', null],
    ['ada@example.org', null],
    ['https://', null],
    ['http://[', null],
  ])('is found in %j', (text, address) => {
    expect(addressIn(text)).toBe(address);
  });
});

describe('the page of a share', () => {
  const shared = (given: Record<string, string>) => sharedPageIn(new URLSearchParams(given));

  it('is that of `url`, with its title', () => {
    expect(shared({ url: 'https://example.org/a', title: ' A ' })).toEqual({
      url: 'https://example.org/a',
      title: 'A',
    });
  });

  it('is found in the text, where Android puts it', () => {
    expect(shared({ title: 'A', text: 'A https://example.org/a', url: '' })).toEqual({
      url: 'https://example.org/a',
      title: 'A',
    });
  });

  it('has no title if the title is the address', () => {
    expect(shared({ title: 'https://example.org/a' })).toEqual({
      url: 'https://example.org/a',
      title: '',
    });
  });

  it('is null without a web address', () => {
    expect(shared({ url: 'javascript:alert(1)', text: 'words', title: 'Words' })).toBeNull();
  });
});
