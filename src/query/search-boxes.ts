import type { SearchField, TextQuery, TextTerm } from './query';
import { formatBox, formatTerms, parseTerms } from './syntax';

/** The search fields of a list and of a collection (protocol.md sections 7.1 and 10). */
export interface SearchBoxes {
  readonly search: string;
  readonly title: string;
  readonly author: string;
  readonly site: string;
  readonly labels: string;
  readonly note: string;
}

const FIELDS_OF_BOXES: readonly (readonly [keyof SearchBoxes, SearchField | null])[] = [
  ['search', null],
  ['title', 'title'],
  ['author', 'author'],
  ['site', 'site'],
  ['labels', 'label'],
  ['note', 'note'],
];

/** Combines all fields into one query. All of them must match. */
export function queryOfBoxes(boxes: Partial<SearchBoxes>): TextQuery {
  return {
    terms: FIELDS_OF_BOXES.flatMap(([name, field]) => parseTerms(boxes[name] ?? '', field)),
  };
}

/**
 * Splits `query` into the search fields, which is how collections are stored. A term that names a
 * field goes into that field.
 */
export function boxesOfQuery({ terms }: TextQuery): SearchBoxes {
  const of = (field: SearchField | null): readonly TextTerm[] =>
    terms.filter((term) => term.field === field);
  return {
    search: formatTerms(of(null)),
    title: formatBox(of('title')),
    author: formatBox(of('author')),
    site: formatBox(of('site')),
    labels: formatBox(of('label')),
    note: formatBox(of('note')),
  };
}
