import type { MetaNames } from './meta-tags';

/** Dublin Core, in both name spaces. @see https://www.dublincore.org/specifications/dublin-core/ */
export const DUBLIN_CORE: MetaNames = {
  title: ['dc.title', 'dcterms.title'],
  siteName: ['dc.publisher', 'dcterms.publisher'],
  authors: ['dc.creator', 'dcterms.creator'],
  published: [
    'dcterms.issued',
    'dc.date.issued',
    'dcterms.date',
    'dc.date',
    'dcterms.created',
    'dc.date.created',
  ],
  lang: ['dc.language', 'dcterms.language'],
  description: ['dc.description', 'dcterms.description', 'dcterms.abstract'],
};
