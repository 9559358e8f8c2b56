/**
 * Returns a function that creates an expression with `\p{…}` when it is first needed, and returns the
 * same one later. One with the flag `g` is only for methods of strings, which begin at 0. A browser checks
 * all literals of a script when it loads it, also in functions that are never called, and those need data
 * of Unicode, which take a page up to half a millisecond each.
 */
export function unicodeExpression(source: string, flags = 'u'): () => RegExp {
  let made: RegExp | null = null;
  return () => {
    made ??= new RegExp(source, flags);
    return made;
  };
}
