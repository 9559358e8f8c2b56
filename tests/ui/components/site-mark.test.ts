import { describe, expect, it } from 'vitest';
import { initialOf, registeredDomain, siteColor } from '../../../src/ui/components/site-mark';

describe('the mark of a site', () => {
  it.each([
    ['blog.leafpress.org', 'leafpress.org'],
    ['news.bbc.co.uk', 'bbc.co.uk'],
    ['shop.example.com.au', 'example.com.au'],
    ['sueddeutsche.de', 'sueddeutsche.de'],
    ['localhost', 'localhost'],
  ])('takes the colour of %s from %s', (host, domain) => {
    expect(registeredDomain(host)).toBe(domain);
  });

  it('has one colour for all hosts of a site, and others for other sites', () => {
    expect(siteColor('blog.leafpress.org')).toEqual(siteColor('WWW.leafpress.org'));
    expect(siteColor('fly.io')).not.toEqual(siteColor('gnu.org'));
  });

  it('begins with the first letter or digit of the name, also of other scripts', () => {
    expect(['the leaf', '“Quoted”', 'حديقة', '9to5', '…'].map(initialOf)).toEqual([
      'T',
      'Q',
      'ح',
      '9',
      '',
    ]);
  });
});
