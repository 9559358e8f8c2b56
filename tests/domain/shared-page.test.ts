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
    ['https://example.org/a[The first page] is good', 'https://example.org/a'],
    ['https://example.org/a?b=1[Page], too', 'https://example.org/a?b=1'],
    ['See https://example.org/a(the first one)', 'https://example.org/a'],
    ['(https://en.example/wiki/Leaf_(plant)) is good', 'https://en.example/wiki/Leaf_(plant)'],
    ['See [a leaf](https://en.example/wiki/Leaf_(plant)).', 'https://en.example/wiki/Leaf_(plant)'],
    ['(https://en.example/a)b and more', 'https://en.example/a'],
    ['see {https://example.org/a} there', 'https://example.org/a'],
    ['اقرأ https://example.org/a، جيد', 'https://example.org/a'],
    ['पढ़ें https://example.org/a। अच्छा', 'https://example.org/a'],
    ['هل قرأت https://example.org/a؟', 'https://example.org/a'],
    ['See «https://example.org/a»', 'https://example.org/a'],
    ['https://example.org/a→here', 'https://example.org/a'],
    ['https://example.org/a\u200b', 'https://example.org/a'],
    ['https://example.org/a…', 'https://example.org/a'],
    ['See https://example.org/a,https://example.org/b', 'https://example.org/a'],
    ['See https://example.org/a|The first one', 'https://example.org/a'],
    ['See https://example.org/a?b=c|d, too', 'https://example.org/a?b=c|d'],
    // Signs of addresses that were not encoded.
    ['See https://example.org/?a[]=1&b[c][d]=2, too', 'https://example.org/?a[]=1&b[c][d]=2'],
    ['See https://example.org/{a}/b?c=(d)-e. It', 'https://example.org/%7Ba%7D/b?c=(d)-e'],
    ['See http://[2001:db8::1]:80/a, too', 'http://[2001:db8::1]/a'],
    ['See https://example.org/Col·lecció', 'https://example.org/Col%C2%B7lecci%C3%B3'],
    ['https://example.org/a[b]', 'https://example.org/a[b]'],
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
