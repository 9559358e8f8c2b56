/**
 * Words of one language beside the names and dates of a page, in lower case and separated by spaces.
 * After each word, the file of a language names a page that uses it in this way: one of
 * `tests/pages/marked`, one of the corpora (docs/capture.md), or a site or text of others.
 */
export interface Words {
  /** Words before the name of an author. */
  readonly by: string;
  /** Words before the date of a change. */
  readonly changed: string;
  /** The last or first word of a role. */
  readonly roles: string;
}
