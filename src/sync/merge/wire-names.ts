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
  const values: ReadonlyMap<string, unknown> = new Map(Object.entries(info));
  const given = FIELDS.filter(({ wire }) => values.has(wire));
  // The names come from the same table as the type.
  return Object.fromEntries(
    given.map(({ field, wire }) => [field, values.get(wire)]),
  ) as FromWire<Info>;
}

type ToWire<Values> = {
  readonly [Field in keyof Values & SentField as WireName<Field>]: Values[Field];
};

/** Returns values under the names of the service. */
export function toWire<Values extends Partial<Pick<BookmarkValues, SentField>>>(
  values: Values,
): ToWire<Values> {
  const given = FIELDS.filter(({ field }) => field in values);
  // The names come from the same table as the type.
  return Object.fromEntries(
    given.map(({ field, wire }) => [wire, values[field as SentField]]),
  ) as ToWire<Values>;
}
