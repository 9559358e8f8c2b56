import type { BookmarkId } from '../../domain/bookmark';
import { isLabelBelow } from '../../domain/label-tree';
import { boundsOf, type Clock, fold, hasLength, type QueryTerm, type TextTerm } from '../../query';
import type { ListQuery } from '../bookmarks/list-page';
import { FLAG } from '../database/contents-block';
import type { Columns } from './columns';
import type { OtherState } from './loaded-contents';

/** A term of a search that the contents can answer. */
export type Condition =
  | Exclude<QueryTerm, { readonly kind: 'text' }>
  | (TextTerm & { readonly field: 'label' });

/** A part of the library. */
export interface ContentsFilter extends Pick<ListQuery, 'view' | 'label'> {
  /** All of them must hold. */
  readonly conditions?: readonly Condition[];
  /** For dates. Default: that of the library and the time zone of the browser. */
  readonly clock?: Clock;
}

/** True if the contents answer the term. */
export const isCondition = (term: QueryTerm): term is Condition =>
  term.kind !== 'text' || term.field === 'label';

/** Returns the states of a filter that the contents do not have. */
export const otherStatesOf = ({ conditions = [] }: ContentsFilter): readonly OtherState[] =>
  conditions.flatMap((term) =>
    term.kind === 'state' && (term.state === 'highlighted' || term.state === 'offline')
      ? [term.state]
      : [],
  );

/** True if the bookmark with a number is in the list. */
export type Test = (number: number) => boolean;

interface Context {
  readonly columns: Columns;
  readonly clock: Clock;
  /** The bookmarks in a state that other tables have, if a condition asks for it. */
  readonly inState: Readonly<Partial<Record<OtherState, ReadonlySet<BookmarkId>>>>;
}

/** Returns a test for the filter. It is valid until the contents change. */
export function testOf({ view, label, conditions = [] }: ContentsFilter, context: Context): Test {
  const { columns } = context;
  const tests = conditions.map((term) => testOfTerm(term, context));
  if (label !== undefined) {
    tests.push(hasLabel(columns, (name) => name === label || isLabelBelow(name, label)));
  }
  return (number) =>
    columns.ids[number] !== '' &&
    columns.isInView(number, view) &&
    tests.every((test) => test(number));
}

function testOfTerm(term: Condition, context: Context): Test {
  const holds = holdsOf(term, context);
  return term.isExcluded ? (number) => !holds(number) : holds;
}

function holdsOf(term: Condition, { columns, clock, inState }: Context): Test {
  const valueIn = (column: Float64Array, number: number): number => column[number] ?? 0;
  switch (term.kind) {
    case 'text': {
      const start = fold(term.text);
      return hasLabel(columns, (name) =>
        term.isPrefix ? fold(name).startsWith(start) : name === term.text,
      );
    }
    case 'state': {
      const { state } = term;
      switch (state) {
        case 'highlighted':
        case 'offline': {
          const ids = inState[state] ?? new Set();
          return (number) => ids.has(columns.ids[number] as BookmarkId);
        }
        case 'unread':
          return (number) => columns.progress[number] === 0;
        case 'read':
          return (number) => columns.progress[number] === 100;
        case 'reading':
          return (number) => {
            const progress = valueIn(columns.progress, number);
            return progress > 0 && progress < 100;
          };
        case 'labelled':
          return hasLabel(columns, () => true);
        default:
          return (number) => columns.hasFlag(number, FLAG[state]);
      }
    }
    case 'type':
      return (number) => columns.typeOf(number) === term.type;
    case 'date': {
      const { from, to } = boundsOf(term, clock);
      return (number) => {
        const created = valueIn(columns.created, number);
        return created >= from && created < to;
      };
    }
    case 'length':
      // Without a text there is no reading time.
      return (number) => {
        const minutes = valueIn(columns.minutes, number);
        return minutes > 0 && hasLength(minutes, term.length);
      };
  }
}

/** Compares each set of labels once. */
function hasLabel({ labels, labelsOf }: Columns, isWanted: (name: string) => boolean): Test {
  const isInSet = Uint8Array.from(labels, (names) => (names.some(isWanted) ? 1 : 0));
  return (number) => isInSet[labelsOf[number] ?? 0] === 1;
}
