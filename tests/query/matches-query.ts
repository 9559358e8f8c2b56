import type { BookmarkType } from '../../src/domain/bookmark-fields';
import type { UnixMs } from '../../src/domain/time';
import {
  boundsOf,
  type Clock,
  hasLength,
  matches,
  type Query,
  type QueryState,
  type QueryTerm,
  type SearchDocument,
} from '../../src/query';

/** The parts of a bookmark that a search on this device compares. */
export interface QueryDocument extends SearchDocument {
  readonly type: BookmarkType;
  readonly created: UnixMs;
  /** In per cent, 0 to 100. */
  readonly readProgress: number;
  readonly isArchived: boolean;
  readonly isFavourite: boolean;
  /** True if it has a highlight. */
  readonly isHighlighted: boolean;
  /** True if it has a note about the page. */
  readonly isNoted: boolean;
  readonly hasError: boolean;
  /** True if the article is on this device. */
  readonly isOffline: boolean;
  /** The reading time; null: there is no text. */
  readonly minutes: number | null;
}

/**
 * True if `query` matches `document`. This is the reference definition of a match, as `matches` is for
 * the terms of the service.
 */
export const matchesQuery = (query: Query, document: QueryDocument, clock: Clock): boolean =>
  query.terms.every((term) => matchesTerm(term, document, clock));

/** True if one term matches. */
export function matchesTerm(term: QueryTerm, document: QueryDocument, clock: Clock): boolean {
  if (term.kind === 'text') return matches({ terms: [term] }, document);
  return holds(term, document, clock) !== term.isExcluded;
}

function holds(
  term: Exclude<QueryTerm, { kind: 'text' }>,
  document: QueryDocument,
  clock: Clock,
): boolean {
  switch (term.kind) {
    case 'state':
      return isInState(term.state, document);
    case 'type':
      return document.type === term.type;
    case 'date': {
      const { from, to } = boundsOf(term, clock);
      return document.created >= from && document.created < to;
    }
    case 'length':
      return document.minutes !== null && hasLength(document.minutes, term.length);
  }
}

function isInState(state: QueryState, document: QueryDocument): boolean {
  const { readProgress } = document;
  switch (state) {
    case 'unread':
      return readProgress === 0;
    case 'reading':
      return readProgress > 0 && readProgress < 100;
    case 'read':
      return readProgress === 100;
    case 'archived':
      return document.isArchived;
    case 'favourite':
      return document.isFavourite;
    case 'highlighted':
      return document.isHighlighted;
    case 'noted':
      return document.isNoted;
    case 'error':
      return document.hasError;
    case 'offline':
      return document.isOffline;
    case 'labelled':
      return document.labels.length > 0;
  }
}
