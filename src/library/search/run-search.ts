import type { TextQuery } from '../../query';
import type { LibraryDatabase } from '../database/schema';
import { type Found, type Lookup, TermReader } from './find-terms';
import { type IndexGap, IndexReader, type IndexView, VIEW_TABLES } from './index-view';
import { planQuery, type QueryPlan } from './query-plan';
import { type Candidates, rankCandidates, ScorePool } from './rank';
import { reportDamage } from './repair-index';
import { type SearchOptions, type SearchResults, takeResults } from './take-results';

export interface FoundCandidates {
  readonly view: IndexView;
  readonly plan: QueryPlan;
  readonly candidates: Candidates;
  readonly gap: IndexGap | null;
  /** True if there were too many words, so that candidates are missing. */
  readonly isCut: boolean;
}

export const gapsOf = (gap: IndexGap | null, isCut: boolean): SearchResults['gaps'] => [
  ...(gap === null ? [] : [gap]),
  ...(isCut ? (['too-many'] as const) : []),
];

/** A page keeps one, because it has the parts of the index in memory that were read before. */
export class Searcher {
  readonly #db: LibraryDatabase;
  readonly #index: IndexReader;
  readonly #terms: TermReader;
  readonly #scores = new ScorePool();

  constructor(db: LibraryDatabase) {
    this.#db = db;
    this.#index = new IndexReader(db);
    this.#terms = new TermReader(db);
  }

  /** Returns the index at this moment. */
  readIndex(): Promise<IndexView> {
    return this.#index.read();
  }

  async search(query: TextQuery, options: SearchOptions): Promise<SearchResults> {
    const { view, plan, candidates, gap, isCut } = await this.candidates(query, options.signal);
    const taken = await takeResults(this.#db, view, plan, candidates, options);
    return {
      results: taken.results,
      next: taken.next,
      total: candidates.docs.length,
      isCounted: taken.isCounted && !isCut,
      gaps: gapsOf(gap, isCut || taken.isCut),
    };
  }

  /** Returns the bookmarks that match as far as the index knows. */
  async candidates(query: TextQuery, signal: AbortSignal | undefined): Promise<FoundCandidates> {
    const plan = planQuery(query);
    signal?.throwIfAborted();
    const { view, found, damaged } = await this.#find(plan, signal);
    signal?.throwIfAborted();
    return {
      view,
      plan,
      candidates: rankCandidates(view, plan, found.get, this.#scores),
      gap: damaged ? 'repairing' : view.gap,
      isCut: found.isCut,
    };
  }

  /** Looks up the terms of a query. Segments that a merge has replaced in between are read again. */
  async #find({ clauses }: QueryPlan, signal: AbortSignal | undefined) {
    const lookups = new Map<string, Lookup>();
    for (const { anyOf } of clauses) {
      for (const { words } of anyOf) for (const word of words) lookups.set(keyOfLookup(word), word);
    }
    const words = [...lookups.values()];
    while (true) {
      const { view, all, damaged } =
        (await this.#findUnchanged(words)) ?? (await this.#lookUp(await this.#index.read(), words));
      signal?.throwIfAborted();
      if (damaged.size > 0 && !(await this.#areThere(damaged))) continue;
      for (const id of damaged) await reportDamage(this.#db, id);
      const byKey = new Map([...lookups.keys()].map((key, at) => [key, all[at]]));
      return {
        view,
        found: {
          get: (lookup: Lookup): Found => byKey.get(keyOfLookup(lookup)) ?? NOTHING_FOUND,
          isCut: all.some(({ isCut }) => isCut),
        },
        damaged: damaged.size > 0,
      };
    }
  }

  /** Finds words with one transaction. Returns null if the index has changed since the last search. */
  async #findUnchanged(words: readonly Lookup[]) {
    if (!this.#index.isRead) return null;
    return this.#db.transaction('r', [...VIEW_TABLES, 'searchBlocks'], async () => {
      const view = await this.#index.unchanged();
      return view && this.#lookUp(view, words);
    });
  }

  async #lookUp(view: IndexView, words: readonly Lookup[]) {
    const damaged = new Set<number>();
    const all = await this.#terms.find(view, words, (id) => damaged.add(id));
    return { view, all, damaged };
  }

  async #areThere(segments: ReadonlySet<number>): Promise<boolean> {
    const rows = await this.#db.searchSegments.bulkGet([...segments]);
    return rows.every((row) => row !== undefined);
  }
}

const NOTHING_FOUND: Found = { found: [], isCut: false };

const keyOfLookup = ({ family, term, isPrefix }: Lookup): string => `${family} ${isPrefix} ${term}`;
