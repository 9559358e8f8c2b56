import { formatLength } from './length';
import { formatPeriod } from './period';
import { QUERY_FIELDS, type Query, type QueryTerm } from './query';
import { formatTextTerm, specialTexts } from './syntax';

const SPECIAL = specialTexts(QUERY_FIELDS);

/** Formats a query so that `parseQuery` reads back the same terms. */
export const formatQuery = ({ terms }: Query): string => terms.map(formatTerm).join(' ');

/** Formats one term, as it is written in the search box of this device. */
export function formatTerm(term: QueryTerm): string {
  if (term.kind === 'text') return formatTextTerm(term, SPECIAL);
  return `${term.isExcluded ? '-' : ''}${conditionOf(term)}`;
}

function conditionOf(term: Exclude<QueryTerm, { kind: 'text' }>): string {
  switch (term.kind) {
    case 'state':
      return `is:${term.state}`;
    case 'type':
      return `type:${term.type}`;
    case 'date':
      return `${term.field}:${formatPeriod(term.period)}`;
    case 'length':
      return `length:${formatLength(term.length)}`;
  }
}
