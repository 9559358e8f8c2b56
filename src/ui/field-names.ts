import type { EditableField } from '../domain/bookmark-fields';
import type { PlainKey } from './strings';

/** The names of the fields that users know. */
export const FIELD_NAMES: Readonly<
  Record<Exclude<EditableField, 'readAnchor'> | 'labels', PlainKey>
> = {
  title: 'sortTitle',
  siteName: 'sortSite',
  authors: 'detailsAuthors',
  published: 'detailsPublished',
  labels: 'labelsTitle',
  isFavourite: 'searchIsFavourite',
  isArchived: 'searchIsArchived',
  readProgress: 'readerProgress',
};
