/**
 * The field tables of the specification, section 2, as data: name, kind, and whether it must be
 * there. `?` after a kind: the field may be absent. `|null`: it may be null.
 *
 * Where protocol.md section 18 corrects the specification, the corrected kind is here.
 */
export interface FieldTable {
  readonly section: string;
  readonly record: string;
  readonly fields: Readonly<Record<string, string>>;
}
