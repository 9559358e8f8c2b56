import { tokenise } from './tokenise';

/** Between texts of one field, so that no two words of different texts stand next to one another. */
export const BETWEEN = '\u241E';

/**
 * The words of some texts, for an index that cuts at blanks and compares what is between them as it
 * is: FTS5 with `tokenize = "ascii"`, or positions counted along for a `tsvector`.
 */
export const indexText = (texts: readonly string[]): string =>
  texts
    .map((text) => tokenise(text).join(' '))
    .filter(Boolean)
    .join(` ${BETWEEN} `);
