/** A text as both databases take it: a NUL ends it in one and is refused by the other. */
export const storable = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
