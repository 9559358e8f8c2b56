/**
 * The field tables of the specification, section 2, as data: name, kind, and if the field is
 * required. A kind that ends with `?` may be absent. `|null` means that it may be null.
 *
 * Where protocol.md section 18 corrects the specification, the corrected kind is here.
 */
export interface FieldTable {
  readonly section: string;
  readonly record: string;
  readonly fields: Readonly<Record<string, string>>;
}
