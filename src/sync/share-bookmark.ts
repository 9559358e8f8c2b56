import type { BookmarkId } from '../domain/bookmark';
import { MAX_PAGE_TITLE_LENGTH } from '../domain/excerpt';
import { err, ok, type Result } from '../domain/result';
import {
  MAX_SHARED_LINKS,
  type SharedLink,
  type ShareEmail,
  type ShareFailure,
  type ShareLifetime,
  type ShareLink,
  type ShareProblem,
} from '../domain/share';
import type { SyncStop } from '../library';
import { detailOf, eachPage, type ServiceError } from '../service';
import type { SyncContext } from './context';
import { instantOf } from './merge/server-version';
import { orStopped, stoppedBy } from './stop';

const MAX_SHARE_DETAIL_LENGTH = 500;

type Context = Pick<SyncContext, 'library' | 'server' | 'signal'>;

/** Makes the server create a public link to the article of a bookmark. */
export async function shareByLink(
  context: Context,
  id: BookmarkId,
  lifetime: ShareLifetime,
): Promise<Result<ShareLink, ShareFailure>> {
  const serverId = await serverIdOf(context, id);
  if (!serverId.ok) return serverId;
  const { client } = context.server;
  const answer = await client.sharing.link(
    serverId.value,
    { lifetime },
    { signal: context.signal },
  );
  if (!answer.ok) return err(shareFailureOf(answer.error));
  const { url, expires } = answer.value.body;
  return ok({ url, expires: endOf(expires) });
}

/** Lists the public links that work, the newest first. A server without the list has not found it. */
export async function sharedLinks({
  server: { client },
  signal,
}: Omit<Context, 'library'>): Promise<Result<readonly SharedLink[], ShareFailure>> {
  const links: SharedLink[] = [];
  for await (const page of eachPage((paging) => client.sharing.links(paging, { signal }))) {
    if (!page.ok) return err(shareFailureOf(page.error));
    for (const { id, bookmark_id, bookmark_title, expires, is_own } of page.value.items) {
      const title = bookmark_title.slice(0, MAX_PAGE_TITLE_LENGTH);
      links.push({ id, bookmark: bookmark_id, title, expires: endOf(expires), isOwn: is_own });
    }
    if (links.length >= MAX_SHARED_LINKS) break;
  }
  return ok(links.slice(0, MAX_SHARED_LINKS));
}

/** Ends a public link at once. One that has ended already is a success, too. */
export async function withdrawLink(
  { server: { client }, signal }: Omit<Context, 'library'>,
  id: string,
): Promise<Result<null, ShareFailure>> {
  const answer = await client.sharing.withdraw(id, { signal });
  return answer.ok || answer.error.kind === 'not-found'
    ? ok(null)
    : err(shareFailureOf(answer.error));
}

const endOf = (expires: string | null) => (expires === null ? null : instantOf(expires));

/** Makes the server send the article of a bookmark by e-mail. */
export async function shareByEmail(
  context: Context,
  id: BookmarkId,
  { email, format }: ShareEmail,
): Promise<Result<null, ShareFailure>> {
  const serverId = await serverIdOf(context, id);
  if (!serverId.ok) return serverId;
  const { client } = context.server;
  const body = { email, format };
  const answer = await client.sharing.email(serverId.value, body, {
    signal: context.signal,
  });
  return answer.ok ? ok(null) : err(shareFailureOf(answer.error));
}

async function serverIdOf(
  { library }: Context,
  id: BookmarkId,
): Promise<Result<string, ShareFailure>> {
  const writing = library.sync.transaction({ ids: [id] }, (tx) => tx.get(id).shadow?.serverId);
  const found = await orStopped(writing);
  if (!found.ok) return err(problem(found.error.stop));
  return found.value ? ok(found.value) : err({ problem: 'not-on-server', detail: '' });
}

function shareFailureOf(error: ServiceError): ShareFailure {
  // Another program at this address would not answer in the way of the service.
  if (error.kind === 'not-found') return { problem: 'not-on-server', detail: '' };
  return problem(stoppedBy(error).stop, detailOf(error));
}

function problem(stop: SyncStop | null, detail = ''): ShareFailure {
  const kind = stop === null ? 'offline' : PROBLEMS_OF_STOPS[stop.kind];
  return { problem: kind, detail: detail.slice(0, MAX_SHARE_DETAIL_LENGTH) };
}

const PROBLEMS_OF_STOPS = {
  'signed-out': 'signed-out',
  offline: 'offline',
  'server-busy': 'server-busy',
  'no-progress': 'server-busy',
  'not-allowed': 'not-allowed',
  'wrong-server': 'wrong-server',
  forbidden: 'refused',
  refused: 'refused',
  quota: 'library-unavailable',
  'library-unavailable': 'library-unavailable',
  'server-lost-data': 'not-on-server',
} as const satisfies Record<SyncStop['kind'], ShareProblem>;
