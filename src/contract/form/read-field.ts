import { parseDate } from '../wire/dates';
import { type FieldShape, type FieldType, readingOf } from './field-shape';
import { type FormSource, NULL_CHARACTER } from './input';
import type { UploadedPart } from './upload';

/** The raw content of a field: absent, null, a value of its type, or unreadable. */
export type Found =
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too-many'; readonly max: number };

const ABSENT: Found = { kind: 'absent' };
const NULL: Found = { kind: 'null' };
const UNREADABLE_FIELD: Found = { kind: 'unreadable' };
const value = (found: unknown): Found => ({ kind: 'value', value: found });

/** Reads one field: JSON strictly by type, pairs leniently. Bounds are not checked. */
export function readField(name: string, field: FieldShape, source: FormSource): Found {
  if (source.kind === 'json') {
    if (!Object.hasOwn(source.data, name)) return ABSENT;
    return fromJson(field, source.data[name]);
  }
  const entries = source.entries.get(name);
  return entries?.[0] === undefined ? ABSENT : fromEntries(field, entries);
}

function fromJson(field: FieldShape, json: unknown): Found {
  if (json === null || json === undefined) return NULL;
  if (field.type === 'list' || field.type === 'files') {
    if (!Array.isArray(json)) return UNREADABLE_FIELD;
    return tooMany(field, json) ?? collect(json.map((item) => jsonScalar('text', false, item)));
  }
  return jsonScalar(field.type, isVerbatim(field), json);
}

const isVerbatim = ({ rule }: FieldShape) => readingOf(rule).isVerbatim === true;

/** Rejects a list that is too long before its items are read. */
const tooMany = ({ maxItems }: FieldShape, items: readonly unknown[]) =>
  items.length > maxItems ? ({ kind: 'too-many', max: maxItems } as const) : null;

function jsonScalar(type: FieldType, isVerbatim: boolean, json: unknown): Found {
  switch (type) {
    case 'flag':
      return typeof json === 'boolean' ? value(json) : UNREADABLE_FIELD;
    case 'integer':
      return typeof json === 'number' ? value(json) : UNREADABLE_FIELD;
    case 'record':
      return value(json);
    default:
      return typeof json === 'string' ? textScalar(type, isVerbatim, json) : UNREADABLE_FIELD;
  }
}

function fromEntries(field: FieldShape, entries: readonly (string | UploadedPart)[]): Found {
  const first = entries[0];
  if (first === NULL_CHARACTER) return NULL;
  if (field.type === 'files') return tooMany(field, entries) ?? value(entries);
  if (field.type === 'list') {
    return (
      tooMany(field, entries) ?? collect(entries.map((entry) => entryScalar('text', false, entry)))
    );
  }
  return entryScalar(field.type, isVerbatim(field), first);
}

function entryScalar(
  type: FieldType,
  isVerbatim: boolean,
  entry: string | UploadedPart | undefined,
): Found {
  if (typeof entry !== 'string') return type === 'file' ? value(entry) : UNREADABLE_FIELD;
  return textScalar(type, isVerbatim, entry);
}

const FLAG_VALUES: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['t', true],
  ['true', true],
  ['on', true],
  ['0', false],
  ['f', false],
  ['false', false],
]);

/** NUL and unpaired surrogates. */
const FORBIDDEN_CHARACTERS = /[\0\p{Cs}]/u;

function textScalar(type: FieldType, isVerbatim: boolean, text: string): Found {
  // Databases can't store these characters in a text. Files may contain them.
  if (type !== 'file' && FORBIDDEN_CHARACTERS.test(text)) return UNREADABLE_FIELD;
  const trimmed = text.trim();
  switch (type) {
    case 'text':
    case 'secret':
    case 'file':
      return value(isVerbatim || type !== 'text' ? text : trimmed);
    case 'flag': {
      if (trimmed === '') return NULL;
      const flag = FLAG_VALUES.get(trimmed.toLowerCase());
      return flag === undefined ? UNREADABLE_FIELD : value(flag);
    }
    case 'integer':
      if (trimmed === '') return NULL;
      return /^[+-]?\d+$/.test(trimmed) ? value(Number(trimmed)) : UNREADABLE_FIELD;
    case 'instant': {
      if (trimmed === '') return NULL;
      const at = parseDate(trimmed);
      return at === null ? UNREADABLE_FIELD : value(at);
    }
    default:
      return UNREADABLE_FIELD;
  }
}

/** Returns the values that are present. One unreadable item makes the whole list unreadable. */
function collect(items: readonly Found[]): Found {
  if (items.some((item) => item.kind !== 'value')) return UNREADABLE_FIELD;
  const values = items.map((item) => (item.kind === 'value' ? item.value : null));
  return value(values.filter((item) => item !== ''));
}
