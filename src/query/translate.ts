import { formatInstant, MAX_SEARCH_LENGTH, resolveDateExpression } from '../contract';
import { type CollectionFilters, NO_FILTERS } from '../domain/collection';
import { unixMs } from '../domain/time';
import { boundsOf, type Clock, dayOfStart, formatPeriod, isOffset, parsePeriod } from './period';
import {
  BOOKMARK_TYPES,
  type DateTerm,
  type Period,
  type Query,
  type QueryState,
  type QueryTerm,
  READ_STATES,
  type StateTerm,
  type TextTerm,
} from './query';
import { formatTerm } from './query-text';
import { boxesOfQuery, queryOfBoxes } from './search-boxes';
import { tokenise } from './tokenise';

/** A query for the service. A bookmark matches the query if it matches the filters and the rest. */
export interface TranslatedQuery {
  readonly filters: CollectionFilters;
  /** The terms that the service cannot express. They are evaluated on this device. */
  readonly rest: readonly QueryTerm[];
}

export interface TranslateOptions {
  /**
   * True for a collection: periods that depend on the current day stay in the rest, because the
   * service would keep the day on which the collection was made. It knows offsets such as `-7d`.
   */
  readonly isLasting: boolean;
}

/** The filters of states. The service has none for `noted` and `offline`. */
const FLAG_FILTERS = {
  archived: 'isArchived',
  favourite: 'isFavourite',
  highlighted: 'hasAnnotations',
  error: 'hasErrors',
  labelled: 'hasLabels',
} as const satisfies Record<
  Exclude<QueryState, (typeof READ_STATES)[number] | 'noted' | 'offline'>,
  keyof CollectionFilters
>;
type Flag = keyof typeof FLAG_FILTERS;

const isFlag = (state: QueryState): state is Flag => state in FLAG_FILTERS;

/** Splits a query into filters of the service and the rest. */
export function translateQuery(
  { terms }: Query,
  clock: Clock,
  { isLasting }: TranslateOptions,
): TranslatedQuery {
  const rest: QueryTerm[] = [];
  const keep = <Term extends QueryTerm>(chosen: readonly Term[], isSendable: boolean) => {
    if (!isSendable) rest.push(...chosen);
    return isSendable ? chosen : [];
  };
  const of = <Kind extends QueryTerm['kind']>(kind: Kind) =>
    terms.filter((term): term is QueryTerm & { kind: Kind } => term.kind === kind);
  const states = of('state');

  const [texts, longer] = sendableTexts(of('text'));
  rest.push(...longer, ...of('length'));
  const reading = states.filter(({ state }) => READ_STATES.some((one) => one === state));
  rest.push(...states.filter((term) => !isFlagTerm(term) && !reading.includes(term)));

  const readStatus = choose(
    READ_STATES,
    reading.map(({ state, isExcluded }) => [state, isExcluded]),
  );
  keep(reading, readStatus !== null);
  const types = choose(
    BOOKMARK_TYPES,
    of('type').map(({ type, isExcluded }) => [type, isExcluded]),
  );
  keep(of('type'), types !== null);

  const flags: Partial<Record<(typeof FLAG_FILTERS)[Flag], boolean>> = {};
  for (const [state, same] of Map.groupBy(states.filter(isFlagTerm), (term) => term.state)) {
    const [first] = same;
    const isSame = same.every(({ isExcluded }) => isExcluded === first?.isExcluded);
    if (first && keep(same, isSame).length > 0) flags[FLAG_FILTERS[state]] = !first.isExcluded;
  }
  const range = rangeOf(of('date'), clock, isLasting);
  rest.push(...range.rest);
  return {
    filters: {
      ...NO_FILTERS,
      ...boxesOfQuery({ terms: texts }),
      ...flags,
      readStatus: readStatus ?? [],
      types: types ?? [],
      rangeStart: range.rangeStart,
      rangeEnd: range.rangeEnd,
    },
    rest,
  };
}

const isFlagTerm = (term: StateTerm): term is StateTerm & { readonly state: Flag } =>
  isFlag(term.state);

/** The service refuses longer searches. */
const [MAX_QUERY_TERMS, MAX_QUERY_WORDS] = [100, 64];

/** Splits terms into those that a request can have and the others. */
function sendableTexts(terms: readonly TextTerm[]): readonly [TextTerm[], TextTerm[]] {
  let [words, length] = [0, 0];
  const [sendable, longer]: [TextTerm[], TextTerm[]] = [[], []];
  for (const term of terms) {
    const more = term.field === 'label' ? 0 : tokenise(term.text).length;
    const size = formatTerm(term).length + 1;
    const hasRoom = words + more <= MAX_QUERY_WORDS && length + size <= MAX_SEARCH_LENGTH;
    if (!hasRoom || sendable.length >= MAX_QUERY_TERMS) {
      longer.push(term);
      continue;
    }
    words += more;
    length += size;
    sendable.push(term);
  }
  return [sendable, longer];
}

/**
 * Returns the values that all conditions permit; none of them is permitted if it is excluded. An empty
 * list permits all, as for the service. null: they permit no value, which the service cannot express.
 */
function choose<Value extends string>(
  all: readonly Value[],
  conditions: readonly (readonly [string, boolean])[],
): readonly Value[] | null {
  const permitted = all.filter((value) =>
    conditions.every(([wanted, isExcluded]) => (wanted === value) !== isExcluded),
  );
  if (permitted.length === 0) return null;
  return permitted.length === all.length ? [] : permitted;
}

/**
 * Returns the one range of the service, and the terms that it cannot have. An offset is the only term
 * of its end, because the service cannot compare it with another one.
 */
function rangeOf(terms: readonly DateTerm[], clock: Clock, isLasting: boolean) {
  const rest: DateTerm[] = [];
  let from: Bound | null = null;
  let to: Bound | null = null;
  // Offsets come last, so that they do not replace another term.
  const isMoving = ({ period }: DateTerm) => isLasting && isOffset(period);
  for (const term of terms.toSorted((a, b) => Number(isMoving(a)) - Number(isMoving(b)))) {
    const { field, period, isExcluded } = term;
    const bounds = boundsOf(term, clock);
    const isFrom = field === 'during' || (field === 'after') !== isExcluded;
    const isTo = field === 'during' || (field === 'before') !== isExcluded;
    if (isMoving(term)) {
      const isSendable = !isExcluded && (isFrom ? from : to) === null;
      if (!isSendable) rest.push(term);
      else if (isFrom) from = { at: bounds.from, text: formatPeriod(period) };
      else to = { at: bounds.to, text: formatPeriod(period) };
      continue;
    }
    if (!isSendableDate(term, bounds, isLasting)) {
      rest.push(term);
      continue;
    }
    if (isFrom) from = later(from, isExcluded ? bounds.to : bounds.from);
    if (isTo) to = earlier(to, isExcluded ? bounds.from : bounds.to);
  }
  return { rangeStart: from?.text ?? '', rangeEnd: to?.text ?? '', rest };
}

/** An end of a range: the instant in Unix ms, without it at the end, and how the service has it. */
interface Bound {
  readonly at: number;
  readonly text: string;
}

const later = (one: Bound | null, at: number): Bound =>
  one !== null && one.at >= at ? one : { at, text: formatInstant(at) };

/** The end belongs to the range of the service. */
const earlier = (one: Bound | null, at: number): Bound =>
  one !== null && one.at <= at ? one : { at, text: formatInstant(at - 1) };

/** The service has dates of the years 1 to 9999, and does not exclude a range. */
function isSendableDate(
  { field, period, isExcluded }: DateTerm,
  { from, to }: ReturnType<typeof boundsOf>,
  isLasting: boolean,
): boolean {
  if (isLasting && (period.kind === 'named' || period.kind === 'last')) return false;
  const isWritable = [from, to].every(
    (at) => !Number.isFinite(at) || (at >= FIRST_MS && at <= LAST_MS),
  );
  return isWritable && !(field === 'during' && isExcluded);
}

const FIRST_MS = Date.parse('0001-01-03T00:00:00Z');
const LAST_MS = Date.parse('9999-12-30T00:00:00Z');

/** The query of a collection, or of the filters of a list. */
export interface QueryOfFilters {
  readonly query: Query;
  /** The filters that a query cannot express: `isLoaded`, and dates that cannot be read. */
  readonly rest: Partial<CollectionFilters>;
}

/** Converts filters of the service to a query. */
export function queryOfFilters(filters: CollectionFilters, clock: Clock): QueryOfFilters {
  const rest: { -readonly [F in keyof CollectionFilters]?: CollectionFilters[F] } = {};
  const { rangeStart, rangeEnd, isLoaded, readStatus, types } = filters;
  const terms: QueryTerm[] = [...queryOfBoxes(filters).terms];
  for (const [state, isExcluded] of conditionsOf(READ_STATES, readStatus))
    terms.push({ kind: 'state', state, isExcluded });
  for (const [type, isExcluded] of conditionsOf(BOOKMARK_TYPES, types))
    terms.push({ kind: 'type', type, isExcluded });
  for (const state of Object.keys(FLAG_FILTERS).filter(
    (name): name is Flag => name in FLAG_FILTERS,
  )) {
    const value = filters[FLAG_FILTERS[state]];
    if (value !== null) terms.push({ kind: 'state', state, isExcluded: !value });
  }
  const after = dateTerm('after', rangeStart, 0, clock);
  const before = dateTerm('before', rangeEnd, 1, clock);
  if (after !== null) terms.push(after);
  else if (rangeStart !== '') rest.rangeStart = rangeStart;
  if (before !== null) terms.push(before);
  else if (rangeEnd !== '') rest.rangeEnd = rangeEnd;
  if (isLoaded !== null) rest.isLoaded = isLoaded;
  return { query: { terms }, rest };
}

/** Returns conditions that together permit exactly `chosen`, with the fewest terms. */
function conditionsOf<Value extends string>(
  all: readonly Value[],
  chosen: readonly Value[],
): readonly (readonly [Value, boolean])[] {
  if (chosen.length === 0) return [];
  const [first] = chosen;
  if (chosen.length === 1 && first !== undefined) return [[first, false]];
  return all.filter((value) => !chosen.includes(value)).map((value) => [value, true]);
}

/** Returns the term for an end of a range; null: there is none, or it cannot be read. */
function dateTerm(
  field: 'before' | 'after',
  text: string,
  plusMs: number,
  clock: Clock,
): DateTerm | null {
  const term = (period: Period): DateTerm => ({ kind: 'date', field, period, isExcluded: false });
  const offset = parsePeriod(text.trim());
  if (offset !== null && isOffset(offset)) return term(offset);
  const at = resolveDateExpression(text, clock.now);
  if (at === null || at < FIRST_MS || at + plusMs > LAST_MS) return null;
  const day = dayOfStart(unixMs(at + plusMs), clock.timeZone);
  if (day !== null) return term({ kind: 'calendar', ...day });
  const instant = parsePeriod(formatInstant(at));
  return instant && term(instant);
}
