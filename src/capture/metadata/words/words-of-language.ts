/**
 * Words of one language beside the names and dates of a page, in lower case and separated by spaces.
 * The file of each language names after each word where it was read as such a word: a page of
 * `tests/pages/marked` by its name, a page of the corpora (docs/capture.md), or a site or text of others.
 */
export interface Words {
  /** Words before the name of an author. */
  readonly by: string;
  /** Words before the date of a change. */
  readonly changed: string;
  /** The last or first word of a role. */
  readonly roles: string;
}
