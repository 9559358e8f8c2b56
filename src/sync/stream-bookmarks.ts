import type { Result } from '../domain/result';
import { type Client, type ServiceError, type SyncedBookmark, syncBookmarks } from '../service';

/** A server and how long it is asked. */
export interface Asked {
  readonly server: { readonly client: Client };
  readonly signal: AbortSignal;
}

type StreamQuery = NonNullable<Parameters<Client['sync']['stream']>[0]>;

/** Asks for the articles of bookmarks with their images. */
export const WITH_ARTICLES = { with_html: true, with_resources: true, resource_prefix: '' };

/** Reads bookmarks with one request. Ends after the last one or with an error. */
export async function* streamBookmarks(
  { server, signal }: Asked,
  query: StreamQuery & { readonly id: readonly string[] },
): AsyncGenerator<Result<SyncedBookmark, ServiceError>, void> {
  const answer = await server.client.sync.stream(query, { signal });
  if (!answer.ok) return yield answer;
  yield* syncBookmarks(answer.value, query.id.length);
}

/** Returns the size of an article that came with its images. */
export const articleBytes = ({ html, resources }: SyncedBookmark): number =>
  resources.reduce((sum, { bytes }) => sum + bytes.byteLength, html?.length ?? 0);
