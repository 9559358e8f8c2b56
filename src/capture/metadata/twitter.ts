import type { MetaNames } from './meta-tags';

/** Cards of X. Its `site` and `creator` are account names, so they name neither site nor author. */
export const TWITTER: MetaNames = {
  title: ['twitter.title'],
  description: ['twitter.description'],
  imageUrl: ['twitter.image', 'twitter.image.src'],
  type: ['twitter.card'],
};
