import { type BookmarkId, isLabelBelow } from '../../domain';
import { type Clock, fold, hasLength, intervalOf, type QueryTerm } from '../../query';
import type { Condition, ContentsFilter } from './contents-repository';
import { hasFlag, isPlaceInView, type LoadedBlock, numberAt, typeAt } from './loaded-block';
import type { LoadedContents } from './loaded-contents';

/** True if the contents answer the term. */
export const isCondition = (term: QueryTerm): term is Condition =>
  term.kind !== 'text' || term.field === 'label';

/** True if the bookmark at a place of a block is in the list. */
export type Test = (block: LoadedBlock, place: number) => boolean;

interface Context {
  readonly contents: LoadedContents;
  readonly clock: Clock;
  /** The bookmarks with a highlight. */
  readonly highlighted: ReadonlySet<BookmarkId>;
}

/** Returns a test for the filter. It is valid until the contents change. */
export function testOf({ view, label, conditions = [] }: ContentsFilter, context: Context): Test {
  const tests = conditions.map((term) => testOfTerm(term, context));
  if (label !== undefined)
    tests.push(hasLabel(context.contents, (name) => name === label || isLabelBelow(name, label)));
  return (block, place) =>
    block.ids[place] !== '' &&
    isPlaceInView(block, place, view) &&
    tests.every((test) => test(block, place));
}

function testOfTerm(term: Condition, context: Context): Test {
  const holds = holdsOf(term, context);
  return term.isExcluded ? (block, place) => !holds(block, place) : holds;
}

function holdsOf(term: Condition, { contents, clock, highlighted }: Context): Test {
  switch (term.kind) {
    case 'text': {
      const start = fold(term.text);
      return hasLabel(contents, (name) =>
        term.isPrefix ? fold(name).startsWith(start) : name === term.text,
      );
    }
    case 'state': {
      const { state } = term;
      if (state === 'highlighted') {
        return ({ ids }, place) => highlighted.has((ids[place] ?? '') as BookmarkId);
      }
      if (state === 'unread') return (block, place) => numberAt(block, 'progress', place) === 0;
      if (state === 'read') return (block, place) => numberAt(block, 'progress', place) === 100;
      if (state === 'reading') {
        return (block, place) => {
          const progress = numberAt(block, 'progress', place);
          return progress > 0 && progress < 100;
        };
      }
      return (block, place) => hasFlag(block, place, state);
    }
    case 'type':
      return (block, place) => typeAt(block, place) === term.type;
    case 'date': {
      const { start, end } = intervalOf(term.period, clock);
      const [from, to] = {
        before: [Number.NEGATIVE_INFINITY, start] as const,
        after: [start, Number.POSITIVE_INFINITY] as const,
        during: [start, end] as const,
      }[term.field];
      return (block, place) => {
        const created = numberAt(block, 'created', place);
        return created >= from && created < to;
      };
    }
    case 'length':
      // Without a text there is no reading time.
      return (block, place) => {
        const minutes = numberAt(block, 'minutes', place);
        return minutes > 0 && hasLength(minutes, term.length);
      };
  }
}

/** Compares each set of labels once. */
function hasLabel({ labels }: LoadedContents, isWanted: (name: string) => boolean): Test {
  const isInSet = Uint8Array.from(labels, (names) => (names.some(isWanted) ? 1 : 0));
  return (block, place) => isInSet[block.labels[place] ?? 0] === 1;
}
