import type { CollectionSummary, Page } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain';
import type { UserId } from '../ids';
import type { Listed } from '../rows';

/** What a collection chooses by, as the contract writes it (protocol.md section 10). */
export type CollectionFilters = Omit<
  CollectionSummary,
  'name' | 'is_pinned' | 'is_deleted' | 'updated'
>;

/** A saved search (spec 2.17). */
export interface CollectionRow {
  /** Short id. */
  readonly id: string;
  readonly userId: UserId;
  readonly name: string;
  readonly isPinned: boolean;
  readonly filters: CollectionFilters;
  readonly created: UnixMs;
  readonly updated: UnixMs;
}

export type NewCollection = Pick<CollectionRow, 'name' | 'isPinned' | 'filters'>;
export interface CollectionChange extends Partial<Pick<CollectionRow, 'name' | 'isPinned'>> {
  /** The filters that change. */
  readonly filters?: Partial<CollectionFilters>;
}

export interface CollectionRepository {
  create(userId: UserId, collection: NewCollection): Promise<CollectionRow>;
  find(userId: UserId, id: string): Promise<CollectionRow | null>;
  /** By name. */
  list(userId: UserId, page: Page): Promise<Listed<CollectionRow>>;
  /**
   * Changes a collection; null when there is none. A function sees the row as it is now, and nobody
   * changes it meanwhile. A change of nothing writes nothing.
   */
  update(
    userId: UserId,
    id: string,
    change: CollectionChange | ((row: CollectionRow) => CollectionChange),
  ): Promise<CollectionRow | null>;
  delete(userId: UserId, id: string): Promise<boolean>;
}
