import type { MetaNames } from './meta-tags';

/** The Open Graph protocol. @see https://ogp.me */
export const OPEN_GRAPH: MetaNames = {
  title: ['og.title'],
  siteName: ['og.site_name'],
  authors: ['article.author', 'book.author', 'og.article.author'],
  published: ['article.published_time', 'og.article.published_time', 'video.release_date'],
  lang: ['og.locale'],
  description: ['og.description'],
  canonicalUrl: ['og.url'],
  imageUrl: ['og.image.secure_url', 'og.image.url', 'og.image'],
  type: ['og.type'],
};
