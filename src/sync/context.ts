import { capabilitiesOf } from '../contract';
import type { BookmarkId } from '../domain/bookmark';
import { ok, type Result } from '../domain/result';
import type { UnixMs } from '../domain/time';
import type { ArticleRepository, AssetRepository, SyncRepository } from '../library';
import type { Client, Sender, ServiceError } from '../service';

/** The parts of a library that sync uses. */
export interface SyncedLibrary {
  readonly articles: Pick<ArticleRepository, 'get'>;
  readonly assets: Pick<AssetRepository, 'getMany'>;
  readonly sync: SyncRepository;
}

/** The dependencies of a round of sync. */
export interface SyncContext {
  readonly library: SyncedLibrary;
  readonly server: SyncServer;
  readonly features: () => Promise<Result<readonly string[], ServiceError>>;
  readonly now: () => UnixMs;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** The articles that are fetched without a request of a person. */
  readonly articles: ArticlePolicy;
  /** True if nothing is sent: the server is not that of the person's library. */
  readonly isReadOnly: boolean;
  /** True if a person waits for the round. */
  readonly isManual: boolean;
  /** Returns, once, the bookmark that a person waits for. It is sent before the others. */
  readonly takeFirst: () => BookmarkId | null;
}

/**
 * The articles that are fetched without a request of a person: all, those of unread bookmarks, or
 * the newest within a number of bytes. With `none` nothing is fetched.
 */
export type ArticlePolicy = 'all' | 'unread' | 'none' | NewestThatFit;

export interface NewestThatFit {
  readonly newestBytes: number;
  /** True if only unread bookmarks and favourites count. */
  readonly isCurrentOnly?: boolean;
}

/** True if the articles of some bookmarks are not wanted, whatever the room. */
export const isSelective = (policy: ArticlePolicy): boolean =>
  policy === 'unread' || (typeof policy === 'object' && policy.isCurrentOnly === true);

/** True if the article of such a bookmark is wanted where there is room. */
export const isWanted = (
  policy: ArticlePolicy,
  { isArchived, isFavourite }: { readonly isArchived: boolean; readonly isFavourite: boolean },
): boolean => !isSelective(policy) || !isArchived || (policy !== 'unread' && isFavourite);

/** The server of an account. */
export interface SyncServer {
  readonly client: Client;
  /** Sends requests for the client. */
  readonly send: Sender;
  /** True if it runs on this device, whose clock it cannot confirm. */
  readonly isOnDevice?: boolean;
}

/**
 * Returns a function that reads the features and extensions of the server once. A failed request is repeated at
 * the next call.
 */
export function featuresOf({
  client,
}: SyncServer): (signal: AbortSignal) => Promise<Result<readonly string[], ServiceError>> {
  let known: readonly string[] | null = null;
  return async (signal) => {
    if (known !== null) return ok(known);
    const answer = await client.info.read({ signal });
    if (!answer.ok) return answer;
    known = capabilitiesOf(answer.value.body);
    return ok(known);
  };
}
