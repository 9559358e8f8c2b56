/** Returns the words of lines, in which they are separated by spaces. */
export const wordList = (...lines: readonly string[]): readonly string[] =>
  lines.join(' ').split(' ');

export const wordSet = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(wordList(...lines));
