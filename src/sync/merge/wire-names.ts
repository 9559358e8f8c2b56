import { BOOKMARK_FIELDS } from '../../domain/bookmark-fields';

/** The fields of a record, each with its name in the API. null: a server does not have it. */
type Table = Readonly<Record<string, { readonly wire: string | null }>>;

/** The names of the API, by those here. */
type WireNames<T extends Table> = {
  readonly [Field in keyof T as T[Field]['wire'] extends string ? Field : never]: T[Field]['wire'] &
    string;
};

type FromWire<Names, Info> = {
  readonly [Field in keyof Names as Names[Field] extends keyof Info
    ? Field
    : never]: Info[Names[Field] & keyof Info];
};

type ToWire<Names, Values> = {
  readonly [Field in keyof Values & keyof Names as Names[Field] & string]: Values[Field];
};

/** Returns the functions that convert records between the names here and those of the service. */
export function wireNames<T extends Table>(table: T) {
  type Names = WireNames<T>;
  const fields = Object.entries(table).flatMap(([field, { wire }]) =>
    wire === null ? [] : [{ field, wire }],
  );
  return {
    /** Returns the values of a record of the service under their names here. */
    fromWire<Info extends object>(info: Info): FromWire<Names, Info> {
      const values: Record<string, unknown> = {};
      for (const { field, wire } of fields) {
        if (Object.hasOwn(info, wire)) values[field] = info[wire as keyof Info];
      }
      // The names come from the same table as the type.
      return values as FromWire<Names, Info>;
    },
    /** Returns values under the names of the service. */
    toWire<Values extends Partial<Record<keyof Names, unknown>>>(
      values: Values,
    ): ToWire<Names, Values> {
      const sent: Record<string, unknown> = {};
      for (const { field, wire } of fields) {
        if (Object.hasOwn(values, field)) sent[wire] = values[field as keyof Values];
      }
      // The names come from the same table as the type.
      return sent as ToWire<Names, Values>;
    },
  };
}

export const { fromWire, toWire } = wireNames(BOOKMARK_FIELDS);
