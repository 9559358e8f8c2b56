import type { EditableField } from '../domain/bookmark-fields';
import type { ShownColor } from '../domain/highlight';
import type { LabelColor } from '../domain/label-tree';
import type { PlainKey } from './strings';

/** The names of the colours of labels, among which are those of highlights. */
export const COLOR_NAMES = {
  red: 'colorRed',
  orange: 'colorOrange',
  yellow: 'colorYellow',
  green: 'colorGreen',
  teal: 'colorTeal',
  blue: 'colorBlue',
  purple: 'colorPurple',
  grey: 'colorGrey',
  none: 'labelColorNone',
} as const satisfies Record<LabelColor | ShownColor, PlainKey>;

/** The names of the fields that users know. */
export const FIELD_NAMES: Readonly<
  Record<Exclude<EditableField, 'readAnchor'> | 'labels', PlainKey>
> = {
  title: 'sortTitle',
  siteName: 'sortSite',
  authors: 'detailsAuthors',
  published: 'detailsPublished',
  labels: 'labelsTitle',
  note: 'highlightNote',
  isFavourite: 'actionFavourite',
  isArchived: 'searchIsArchived',
  readProgress: 'readerProgress',
};
