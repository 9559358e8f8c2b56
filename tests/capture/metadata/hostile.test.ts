import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMetadata } from '../../../src/capture/metadata/read-metadata';

const PAGE = 'https://www.garden.example/2024/ferns';

function metadataOf(html: string) {
  return readMetadata(new DOMParser().parseFromString(html, 'text/html'), PAGE).metadata;
}

const jsonLd = (json: string) => `<script type="application/ld+json">${json}</script>`;

describe('readMetadata with hostile pages', () => {
  it('truncates huge values', () => {
    const huge = 'word '.repeat(200_000);
    const metadata = metadataOf(
      ['og:title', 'og:site_name', 'og:description', 'article:author', 'og:image']
        .map((property) => `<meta property="${property}" content="${huge}">`)
        .join(''),
    );
    expect(metadata.title.length).toBeLessThanOrEqual(500);
    expect(metadata.siteName.length).toBeLessThanOrEqual(100);
    expect(metadata.description.length).toBeLessThanOrEqual(1000);
    expect(JSON.stringify(metadata).length).toBeLessThan(4000);
  });

  it('bounds the number of values and nodes that it reads', () => {
    const authors = Array.from({ length: 5000 }, (_, i) => `Ann Lee${i}`);
    const article = JSON.stringify({ '@type': 'Article', author: authors });
    expect(metadataOf(jsonLd(article)).authors).toHaveLength(20);
    expect(
      metadataOf('<meta name="author" content="Ann Lee; Bo Ek; Cy Dow">'.repeat(5000)).authors,
    ).toEqual(['Ann Lee', 'Bo Ek', 'Cy Dow']);
    const last = '{"@type":"Article","headline":"Too late"}';
    expect(metadataOf(jsonLd(`[${'{"@type":"Thing"},'.repeat(5000)}${last}]`)).title).toBe('');
  });

  it.each(['Ferns \\ud83c', '\\udf3f Ferns', 'Fer&#xd83c;ns', '&#55356; Ferns'])(
    'drops the half of a character that %s has, which no server stores',
    (headline) => {
      const { title } = metadataOf(jsonLd(`{"@type":"Article","headline":"${headline}"}`));
      expect(title).toBe('Ferns');
    },
  );

  it('survives JSON with endless nesting', () => {
    expect(metadataOf(`<title>Ferns</title>${jsonLd('['.repeat(100_000))}`).title).toBe('Ferns');
    const nested = `${'{"@graph":'.repeat(5000)}{"@type":"Article","headline":"x"}${'}'.repeat(5000)}`;
    expect(metadataOf(`<title>Ferns</title>${jsonLd(nested)}`).title).toBe('Ferns');
  });

  it('follows a reference to itself only once', () => {
    const node =
      '{"@type":"Article","@id":"#a","headline":"Ferns","author":{"@id":"#a","name":"Ann Lee"}}';
    expect(metadataOf(jsonLd(node)).title).toBe('Ferns');
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'ignores the prototype key %s',
    (key) => {
      const node = `{"@type":"Article","${key}":{"headline":"bad","polluted":true},"headline":"Ferns"}`;
      const html = `${jsonLd(node)}<meta name="${key}" content="bad"><meta property="${key}" content="x">`;
      expect(metadataOf(html).title).toBe('Ferns');
      expect('polluted' in {}).toBe(false);
    },
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:x',
  ])('rejects the address %s in every source', (address) => {
    const metadata = metadataOf(
      `<link rel="canonical" href="${address}"><link rel="icon" href="${address}">
         <link rel="image_src" href="${address}"><meta property="og:url" content="${address}">
         <meta property="og:image" content="${address}">
         ${jsonLd(JSON.stringify({ '@type': 'Article', url: address, image: address }))}`,
    );
    expect(metadata).toMatchObject({
      canonicalUrl: null,
      imageUrl: null,
      iconUrl: 'https://www.garden.example/favicon.ico',
    });
  });

  it('reads the title element when an image shadows document.title', () => {
    const html =
      '<title>Ferns</title><img name="title"><form name="title"></form><svg><title>Icon</title></svg>';
    expect(metadataOf(html).title).toBe('Ferns');
  });

  it('never throws on arbitrary JSON-LD', () => {
    const names = [
      '@type',
      '@id',
      '@graph',
      'headline',
      'author',
      'name',
      'image',
      'url',
      'publisher',
    ];
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('Article', 'WebPage', 'VideoObject', '#a', PAGE),
        fc.jsonValue(),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...names), tie('any')),
      ),
    })).any;
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json).replaceAll('</', '<\\/');
        expect(typeof metadataOf(jsonLd(text)).title).toBe('string');
      }),
      { numRuns: 100 },
    );
  });
});
