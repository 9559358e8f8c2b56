import type { BookmarkId } from '../../domain/bookmark';
import { ok, type Result } from '../../domain/result';
import { type UnixMs, unixMs } from '../../domain/time';
import type { ArticleState, SyncTransaction } from '../../library';
import { addressToSend, replaceWithPage, type ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { versionToSend } from '../merge/link-created';
import type { Settle } from '../runner';
import { type Claim, recordVerified, retryLater } from './claim';
import { pageToSend } from './page-to-send';

type Sent = Settle<SyncTransaction>;

/**
 * Another device has sent an article that was captured later; with `Retry-After`, the server keeps so many
 * earlier articles of the bookmark that it takes this one only when the oldest has gone.
 */
const NOT_TAKEN = 409;

/**
 * Sends the article of a bookmark that the server has, if it was captured after that of the server. The
 * article counts as the server's when the server has read it.
 */
export async function sendContent(
  { library, server, signal }: SyncContext,
  { state: { id, bookmark, shadow }, intent }: Claim,
): Promise<Result<Sent, ServiceError>> {
  const drop: Sent = (tx) => recordVerified(tx, id, intent);
  const article = await library.articles.get(id);
  if (bookmark === null || !shadow?.serverId) return ok(drop);
  if (article === null) {
    const url = addressToSend(shadow.version.url);
    // A person has asked the server to read the page again.
    if (url === null || shadow.captured !== null) return ok(drop);
    const asked = await server.client.bookmarks.replaceArticle(
      shadow.serverId,
      { url },
      { signal },
    );
    return asked.ok ? ok(drop) : asked;
  }
  const { capturedAt, changedAt = capturedAt } = article;
  const { captured: known = null, serverId, version } = shadow;
  if (known !== null && known >= changedAt) {
    const state = known === changedAt ? 'synced' : 'pending';
    return ok((tx) => record(tx, id, intent, state, changedAt));
  }
  const shown = [bookmark.icon, bookmark.image, ...article.images.map(({ hash }) => hash)];
  const assets = await library.assets.getMany(shown.filter((hash) => hash !== null));
  // The server takes only a page of the address that it has.
  const sent = { ...versionToSend(bookmark, { state: false, note: false }), url: version.url };
  const page = pageToSend(sent, bookmark, article, assets);
  const answer = await replaceWithPage(server.send, serverId, page, { signal });
  if (answer.ok) return ok((tx) => record(tx, id, intent, 'local', changedAt));
  const { error } = answer;
  if (error.kind !== 'refused' || error.status !== NOT_TAKEN) return answer;
  const { retryAfterMs } = error;
  return retryAfterMs === undefined
    ? ok((tx) => record(tx, id, intent, 'pending', null))
    : ok((tx) => retryLater(tx, id, unixMs(tx.now + retryAfterMs)));
}

/** Records what has become of the article. */
function record(
  tx: SyncTransaction,
  id: BookmarkId,
  { seq }: Claim['intent'],
  article: ArticleState,
  sentCaptured: UnixMs | null,
): void {
  const state = tx.get(id);
  const intents = state.intents.filter((one) => one.seq !== seq);
  tx.putArticle({
    ...state,
    intents,
    shadow: state.shadow && { ...state.shadow, article, sentCaptured },
  });
  if (article === 'local') tx.log('sent', id);
}
