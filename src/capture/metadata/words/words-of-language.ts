/**
 * Words of one language beside the names and dates of a page, in lower case and separated by spaces.
 * The file of each language names a page on which a word is: one of `tests/pages/marked`, or of the
 * corpora (docs/capture.md), and lists the words that were on none of them.
 */
export interface Words {
  /** Words before the name of an author. */
  readonly by: string;
  /** Words before the date of a change. */
  readonly changed: string;
  /** The last or first word of a role. */
  readonly roles: string;
}
