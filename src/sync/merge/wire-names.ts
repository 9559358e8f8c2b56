import {
  BOOKMARK_FIELDS,
  type BookmarkField,
  type BookmarkValues,
} from '../../domain/bookmark-fields';

type SentField = Exclude<BookmarkField, 'excerpt'>;
type WireName<Field extends SentField> = (typeof BOOKMARK_FIELDS)[Field]['wire'];

const FIELDS = Object.entries(BOOKMARK_FIELDS).flatMap(([field, { wire }]) =>
  wire === null ? [] : [{ field, wire }],
);

type FromWire<Info> = {
  readonly [Field in SentField as WireName<Field> extends keyof Info
    ? Field
    : never]: Info[WireName<Field> & keyof Info];
};

/** Returns the values of a bookmark of the service under their names here. */
export function fromWire<Info extends object>(info: Info): FromWire<Info> {
  const values: Record<string, unknown> = {};
  for (const { field, wire } of FIELDS) {
    if (Object.hasOwn(info, wire)) values[field] = info[wire as keyof Info];
  }
  // The names come from the same table as the type.
  return values as FromWire<Info>;
}

type ToWire<Values> = {
  readonly [Field in keyof Values & SentField as WireName<Field>]: Values[Field];
};

/** Returns values under the names of the service. */
export function toWire<Values extends Partial<Pick<BookmarkValues, SentField>>>(
  values: Values,
): ToWire<Values> {
  const sent: Record<string, unknown> = {};
  for (const { field, wire } of FIELDS) {
    if (field in values) sent[wire] = values[field as SentField];
  }
  // The names come from the same table as the type.
  return sent as ToWire<Values>;
}
