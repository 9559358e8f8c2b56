import { type PlainKey, t } from '../strings';

const FIELDS: Readonly<Record<string, PlainKey>> = {
  title: 'detailsTitle',
  siteName: 'detailsSite',
  authors: 'detailsAuthors',
  published: 'detailsPublished',
  labels: 'labelsTitle',
  isFavourite: 'rowFavourite',
  isArchived: 'rowArchived',
  readProgress: 'readerProgress',
};

/** What a field of a bookmark is called; null where no person knows it by name. */
export const fieldWords = (field: string): string | null => {
  const key = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  return key === undefined ? null : t(key);
};
