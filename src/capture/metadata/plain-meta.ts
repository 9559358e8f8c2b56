import type { MetaNames } from './meta-tags';

/** HTML's own names, and those of indexes that many sites write for: Google Scholar, Parse.ly. */
export const PLAIN_META: MetaNames = {
  title: ['citation_title', 'parsely-title', 'title'],
  siteName: ['citation_journal_title', 'application-name', 'apple-mobile-web-app-title'],
  authors: ['citation_author', 'author', 'parsely-author', 'sailthru.author', 'byl'],
  published: [
    'citation_publication_date',
    'citation_online_date',
    'citation_date',
    'parsely-pub-date',
    'sailthru.date',
    'publish-date',
    'publish_date',
    'publishdate',
    'pubdate',
    'date',
  ],
  lang: ['content-language', 'language'],
  description: ['description'],
  imageUrl: ['parsely-image-url', 'thumbnail'],
};
