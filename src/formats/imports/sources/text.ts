import { makeRow } from '../make-row';
import { textSource } from '../source';

/** One address a line; blank lines count as none. */
export const text = textSource(true, function* (file, options) {
  let row = 0;
  for (const [line] of file.matchAll(/[^\r\n]+/g)) {
    if (line.trim() === '') continue;
    row += 1;
    yield makeRow({ url: line }, row, options);
  }
});
