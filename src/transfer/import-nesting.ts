/** Elements of a real article are nested less deeply, also where tags are not closed. */
const MAX_IMPORTED_DEPTH = 400;
/** In UTF-16 code units. Parsing stops between two pieces. */
const PARSED_PIECE_LENGTH = 4096;

/**
 * True if elements are nested so deeply that a browser would need long for them: the time of its
 * parser grows with the square of the depth.
 */
export async function isNestedTooDeep(html: string): Promise<boolean> {
  const { createMarkupParser } = await import('../domain/markup-parser');
  let depth = 0;
  let deepest = 0;
  const parser = createMarkupParser({
    onopentagname() {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    onclosetag() {
      depth -= 1;
    },
  });
  for (let at = 0; at < html.length && deepest <= MAX_IMPORTED_DEPTH; at += PARSED_PIECE_LENGTH) {
    parser.write(html.slice(at, at + PARSED_PIECE_LENGTH));
  }
  return deepest > MAX_IMPORTED_DEPTH;
}
