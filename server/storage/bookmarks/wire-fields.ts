import { type BookmarkInfo, formatInstant } from '../../../src/contract';
import { BOOKMARK_FIELDS, type ValueOfKind } from '../../../src/domain/bookmark-fields';
import { unixMs } from '../../../src/domain/time';
import { STORED_FIELDS, type StoredField, type WireName } from '../schema/bookmark-columns';
import type { BookmarkRow } from './bookmark';

/** Conversions of the kinds whose values differ in the API. */
interface Conversion {
  /** A value of a row as an answer has it. */
  readonly write: (value: never) => unknown;
  /** A value of a decoded form as a row has it. */
  readonly read: (value: never) => unknown;
}

const CONVERSIONS: Readonly<Partial<Record<keyof ValueOfKind, Conversion>>> = {
  date: {
    write: (at: number | null) => (at === null ? null : formatInstant(at)),
    read: (at: number | null) => (at === null ? null : unixMs(at)),
  },
  direction: {
    write: (direction: string | null) => direction ?? '',
    read: (direction: string) => direction || null,
  },
};

const convert = (name: StoredField, way: keyof Conversion, value: unknown): unknown => {
  const conversion = CONVERSIONS[BOOKMARK_FIELDS[name].kind]?.[way];
  // A value of the field is one of its kind.
  return conversion === undefined ? value : conversion(value as never);
};

type Written<Name extends StoredField> = {
  [Wire in WireName<Name>]: BookmarkInfo[Wire] | null;
};

/** Returns fields of a row as the API has them. */
export const toWire = <Name extends StoredField>(
  row: Pick<BookmarkRow, Name>,
  names: readonly Name[],
) =>
  Object.fromEntries(
    names.map((name) => [BOOKMARK_FIELDS[name].wire, convert(name, 'write', row[name])]),
  ) as unknown as Written<Name>; // The names come from the same table as the type.

type Sent<Form> = {
  [Name in StoredField as WireName<Name> extends keyof Form ? Name : never]: BookmarkRow[Name];
};

/** Returns the fields of a decoded form as a row has them. Those that were not sent are absent. */
export const fromWire = <Form extends object>(form: Form): Partial<Sent<Form>> =>
  Object.fromEntries(
    STORED_FIELDS.flatMap((name) => {
      const value = form[BOOKMARK_FIELDS[name].wire as keyof Form];
      return value === undefined ? [] : [[name, convert(name, 'read', value)]];
    }),
  ) as Partial<Sent<Form>>; // The names come from the same table as the type.
