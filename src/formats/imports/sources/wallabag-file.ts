import type { ImportedRange, ImportOptions, ImportRow } from '../imported';
import { flagIn, type Json, listIn, namesIn, textIn, textsIn } from '../read-json';
import { readRow } from '../read-row';
import { jsonSource } from '../source';

/** wallabag's JSON: a list of entries with their articles. */
export const wallabagFile = jsonSource({
  path: ['*'],
  names: ['is_archived', 'is_starred'],
  rowMaker: (_, options) => (entry, row) => wallabagRow(entry, row, options),
});

/** Makes a row of an entry. In a file its tags are texts, and in an answer they are objects. */
export function wallabagRow(entry: Json, row: number, options: ImportOptions): ImportRow {
  const html = textIn(entry, 'content');
  return readRow(
    {
      url: textIn(entry, 'url'),
      title: textIn(entry, 'title'),
      siteName: textIn(entry, 'domain_name'),
      created: textIn(entry, 'created_at'),
      published: textIn(entry, 'published_at'),
      authors: textsIn(entry, 'published_by'),
      lang: textIn(entry, 'language').replaceAll('_', '-'),
      labels: [...textsIn(entry, 'tags'), ...namesIn(entry, 'tags', 'label')],
      isArchived: flagIn(entry, 'is_archived'),
      isFavourite: flagIn(entry, 'is_starred'),
      html: html === '' ? null : html,
      highlights: listIn(entry, 'annotations').map((annotation) => ({
        quote: textIn(annotation, 'quote'),
        note: textIn(annotation, 'text'),
        created: textIn(annotation, 'created_at'),
        range: rangeOf(annotation),
      })),
    },
    row,
    options,
  );
}

/** The range of an annotation, which has one. Its offsets may be texts. */
function rangeOf(annotation: Json): ImportedRange {
  const [range = null] = listIn(annotation, 'ranges');
  return {
    start: textIn(range, 'start'),
    startOffset: Number(textIn(range, 'startOffset')),
    end: textIn(range, 'end'),
    endOffset: Number(textIn(range, 'endOffset')),
  };
}
