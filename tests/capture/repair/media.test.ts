import { describe, expect, it } from 'vitest';
import { captured, pageWith } from '../../support/article-pages';

const POSTER = 'https://img.example/ferns.jpg';

describe('repairMedia', () => {
  it.each([
    [
      'the element of a library for players',
      '<lite-youtube videoid="abcdefghijk"></lite-youtube>',
      'https://www.youtube.com/watch?v=abcdefghijk',
      'https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg',
    ],
    [
      'a video with a poster',
      `<video src="https://video.example/ferns.mp4" poster="${POSTER}"></video>`,
      'https://video.example/ferns.mp4',
      POSTER,
    ],
  ])('replaces %s by a link with its poster', (_what, html, address, poster) => {
    const link = captured(pageWith(html)).article.querySelector('a[data-embed]');
    expect(link?.getAttribute('href')).toBe(address);
    expect(link?.querySelector('img')?.getAttribute('src')).toBe(poster);
  });
});
