import { describe, expect, it } from 'vitest';
import { readMetadata } from '../../../src/capture/metadata/read-metadata';
import { metadataOf } from './metadata-of';

describe('the address of a page', () => {
  it.each([
    ['https://garden.example/2024/05/06/ferns', '2024-05-06'],
    ['https://garden.example/news/2024-5-6-ferns.html', '2024-05-06'],
    ['https://garden.example/news/20240506-ferns.html', '2024-05-06'],
    ['https://garden.example/news/20249506-ferns.html', null],
    ['https://garden.example/2024/05/ferns', null],
    ['https://garden.example/2024/13/45/ferns', null],
    ['https://garden.example/ferns?d=/2024/05/06/', null],
  ])('gives the date that nothing else gives: %s', (url, published) => {
    const document = new DOMParser().parseFromString('<h1>Ferns</h1><p>Text</p>', 'text/html');
    Object.defineProperty(document, 'URL', { value: url });
    expect(readMetadata(document, url).metadata.published).toBe(published);
  });
});

describe('the lead image', () => {
  it.each([
    ['the logo of the publisher', { publisher: { logo: { url: '/mark.png' } } }],
    ['the portrait of the author', { author: { name: 'Ann Lee', image: '/mark.png' } }],
  ])('is never %s', (_case, fields) => {
    const script = JSON.stringify({ '@type': 'Article', image: '/fern.jpg', ...fields });
    const head = `<meta property="og:image" content="/mark.png">
      <script type="application/ld+json">${script}</script>`;
    expect(metadataOf('', { head }).imageUrl).toBe('https://garden.example/fern.jpg');
  });

  it('is never the icon of the site', () => {
    const head = '<link rel="icon" href="/mark.png"><meta property="og:image" content="/mark.png">';
    expect(metadataOf('', { head }).imageUrl).toBeNull();
  });

  it.each([
    'default-author-share.png',
    'social-card-default.jpg',
    'logo-share.png',
    'avatar_2.jpg',
  ])('is never %s', (file) => {
    const head = `<meta property="og:image" content="https://garden.example/${file}">`;
    expect(metadataOf('', { head }).imageUrl).toBeNull();
  });

  it('may be a picture whose name only resembles that of a stand-in', () => {
    const url = 'https://garden.example/defaulting-banks.jpg';
    const head = `<meta property="og:image" content="${url}">`;
    expect(metadataOf('', { head }).imageUrl).toBe(url);
  });
});
