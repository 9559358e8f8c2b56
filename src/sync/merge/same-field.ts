import { isSameValue, type ServerVersion, type SyncedFields } from '../../library';

export type SyncedField = keyof SyncedFields;

/** The fields that a person may set, and that an intent may therefore hold. */
export const PERSONS_FIELDS = [
  'title',
  'siteName',
  'authors',
  'published',
  'isFavourite',
  'isArchived',
  'readProgress',
  'readAnchor',
] as const satisfies readonly SyncedField[];
export type PersonsField = (typeof PERSONS_FIELDS)[number];

/** What a patch can change. */
export type Editable = Pick<ServerVersion, PersonsField | 'labels'>;

/** What only the page says of itself. */
export const PAGES_FIELDS = [
  'description',
  'lang',
  'textDirection',
  'type',
] as const satisfies readonly SyncedField[];

/** Whether two values of a field mean the same, however a server writes them. */
export function isSameField(field: SyncedField, a: unknown, b: unknown): boolean {
  if (isSameValue(a, b)) return true;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  // The page's own zone, or a bare date; the service has UTC.
  if (field === 'published') return Date.parse(a) === Date.parse(b);
  return field === 'lang' && a.toLowerCase() === b.toLowerCase();
}

/** Whether a value says nothing. */
export const isEmptyValue = (value: unknown): boolean =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);
