import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { pseudoCatalogue } from '../../locales/pseudo';

const catalogue = parse(readFileSync('locales/en.yml', 'utf8')) as Record<string, string>;

describe('the catalogue', () => {
  it('has both English forms of every plural', () => {
    const forms = Object.keys(catalogue).filter((key) => /_(one|other)$/.test(key));
    for (const key of forms) {
      expect(catalogue).toHaveProperty(key.replace(/_(one|other)$/, '_one'));
      expect(catalogue).toHaveProperty(key.replace(/_(one|other)$/, '_other'));
    }
  });

  it("keeps the description within the browsers' limit", () => {
    expect(catalogue.appDescription?.length).toBeLessThanOrEqual(132);
  });
});

describe('pseudoCatalogue', () => {
  const words = { appName: 'Leafmark', direction: 'ltr', language: 'en', kept: 'Kept $1 images' };

  it('lengthens texts by half and keeps the places of values', () => {
    const long = pseudoCatalogue(words, 'long');
    expect(long.kept?.length).toBeGreaterThan(words.kept.length * 1.4);
    expect(long.kept).toContain('$1');
    expect(long).toMatchObject({ appName: 'Leafmark', direction: 'ltr', language: 'en' });
  });

  it('reverses texts and the direction of the page', () => {
    expect(pseudoCatalogue(words, 'rtl')).toMatchObject({
      direction: 'rtl',
      kept: '\u202eKept\u202c $1 \u202eimages\u202c',
    });
  });
});
