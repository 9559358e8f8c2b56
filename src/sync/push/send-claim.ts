import { IMAGE_LIMITS } from '../../capture/images/limits';
import { ok, type Result } from '../../domain/result';
import { MINUTE_MS } from '../../domain/time';
import { isWebAddress } from '../../domain/web-address';
import type { SyncTransaction } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { joinMade, linkAnswered } from '../merge/join-made';
import { expectLate, linkCreated } from '../merge/link-created';
import { receiveDeferred } from '../merge/receive-bookmark';
import { toRemote } from '../merge/server-version';
import { makeLocalOnly, unlink } from '../merge/unlink';
import type { Settle } from '../runner';
import type { Stopped } from '../stop';
import { type Claim, recordDeleted, recordNotFound, recordPatched, recordVerified } from './claim';
import { lookBeforeDelete } from './look-before-delete';
import { fieldsOfResponse, patchBody } from './patch-body';
import { sendContent } from './send-content';
import { sendCreate } from './send-create';

/** Longer than a page may take to send its images. A create waits for them no longer than this. */
const IMAGES_WAIT_MS = IMAGE_LIMITS.totalTimeoutMs + MINUTE_MS;
const READING_WAIT_MS = 2 * MINUTE_MS;

type Sent = Settle<SyncTransaction>;

type Send = (
  context: SyncContext,
  claimed: Claim,
) => Promise<Result<Sent | null, ServiceError | Stopped>>;

/** Makes the request of a claim. Returns null if it was too early and nothing was sent. */
export const sendClaim: Send = (context, claimed) => SENDS[claimed.kind](context, claimed);

const SENDS: Readonly<Record<Claim['kind'], Send>> = {
  create,
  content,
  patch,
  delete: remove,
  verify,
  recheck,
};

async function create(
  context: SyncContext,
  claimed: Claim,
): Promise<Result<Sent | null, ServiceError>> {
  const { id } = claimed.state;
  if (claimed.isNeeded && !claimed.isRepeat && (await isComing(context, claimed))) {
    return ok(null);
  }
  const outcome = await sendCreate(context, claimed);
  if (!outcome.ok) return outcome;
  const { value } = outcome;
  switch (value.kind) {
    case 'made': {
      const { serverId, captured } = value;
      const settle = (tx: SyncTransaction) => linkAnswered(tx, id, serverId, captured);
      return ok(Object.assign(settle, { scope: { serverIds: [serverId] } }));
    }
    case 'made-elsewhere': {
      const { remote } = value;
      const settle = (tx: SyncTransaction) => joinMade(tx, id, remote);
      return ok(Object.assign(settle, { scope: { serverIds: [remote.serverId] } }));
    }
    case 'again':
      return ok(null);
    case 'deleted-there':
      return ok((tx) => {
        linkCreated(tx, tx.get(id), value.serverId, 'answer');
        unlink(tx, tx.get(id));
      });
    case 'not-there': {
      const { sent } = claimed.intent;
      const settle = (tx: SyncTransaction) => {
        if (sent !== undefined) expectLate(tx, id, sent);
        recordNotFound(tx, id);
      };
      return ok(Object.assign(settle, { scope: { urls: sent === undefined ? [] : [sent.url] } }));
    }
    case 'not-for-servers':
      return ok((tx) => makeLocalOnly(tx, tx.get(id)));
  }
}

/** Returns true if images of the page are still arriving. */
async function isComing({ library, now }: SyncContext, { state, intent }: Claim): Promise<boolean> {
  const age = now() - intent.queuedAt;
  if (age < 0 || age > IMAGES_WAIT_MS || state.bookmark?.content.kind !== 'article') return false;
  const article = await library.articles.get(state.id);
  return (
    article?.images.some((image) => image.hash === null && image.reason === 'pending') ?? false
  );
}

async function content(
  context: SyncContext,
  claimed: Claim,
): Promise<Result<Sent | null, ServiceError>> {
  if (await isComing(context, claimed)) return ok(null);
  const sent = await sendContent(context, claimed);
  return sent.ok ? sent : gone(sent.error, claimed.state.id);
}

async function patch(
  context: SyncContext,
  claimed: Claim,
): Promise<Result<Sent | null, ServiceError>> {
  const { id, shadow } = claimed.state;
  const { changes } = claimed;
  if (changes === null || !shadow?.serverId) return ok((tx) => recordNotFound(tx, id));
  const { serverId } = shadow;
  if (!shadow.isLoaded && context.now() - claimed.intent.queuedAt < READING_WAIT_MS) {
    const isReady = await hasRead(context, serverId);
    if (!isReady.ok) return gone(isReady.error, id);
    if (!isReady.value) return ok(null);
  }
  const { server, signal } = context;
  const answer = await server.client.bookmarks.update(serverId, patchBody(changes), { signal });
  if (!answer.ok) return gone(answer.error, id);
  const answered = fieldsOfResponse(answer.value.body);
  return ok((tx) => recordPatched(tx, id, changes, answered));
}

/** Older servers lose changes that are made while they read the page. */
async function hasRead(
  { server, signal }: SyncContext,
  serverId: string,
): Promise<Result<boolean, ServiceError>> {
  const answer = await server.client.bookmarks.read(serverId, { signal });
  if (!answer.ok) return answer;
  return ok(answer.value.body?.loaded ?? true);
}

/** A bookmark that is no longer on the server was deleted there. */
function gone(error: ServiceError, id: Claim['state']['id']): Result<Sent, ServiceError> {
  if (error.kind !== 'not-found') return { ok: false, error };
  return ok((tx) => unlink(tx, tx.get(id)));
}

async function remove(
  context: SyncContext,
  { state: { id, shadow } }: Claim,
): Promise<Result<Sent | null, ServiceError | Stopped>> {
  if (!shadow?.serverId) return ok((tx) => recordDeleted(tx, id));
  const { serverId, replacedBy } = shadow;
  if (replacedBy !== undefined) {
    const look = await lookBeforeDelete(context, { ...shadow, serverId, replacedBy });
    if (!look.ok) return look;
    if (look.value === 'early') return ok(null);
    if (look.value !== 'unchanged') return ok(look.value);
  }
  const { server, signal } = context;
  const answer = await server.client.bookmarks.delete(serverId, { signal });
  if (!answer.ok && answer.error.kind !== 'not-found') return answer;
  return ok((tx) => recordDeleted(tx, id));
}

/**
 * Checks that a joined bookmark still exists. Another device may have joined the same bookmarks the
 * other way round and deleted this one. Each device checks after its own deletes, so the last one
 * notices.
 */
async function verify(
  context: SyncContext,
  claimed: Claim,
): Promise<Result<Sent | null, ServiceError>> {
  const { library, server, signal } = context;
  const { id, shadow } = claimed.state;
  const { intent } = claimed.intent;
  const settled: Sent = (tx) => recordVerified(tx, id, claimed.intent);
  if (intent.kind !== 'verify' || !shadow?.serverId) return ok(settled);
  if (await library.sync.hasDeletes(intent.others)) return ok(null);
  const answer = await server.client.bookmarks.read(shadow.serverId, { signal });
  return answer.ok ? ok(settled) : gone(answer.error, id);
}

/**
 * Receives the deferred bookmark of a page if it is still on the server. No device deletes it any
 * more then.
 */
async function recheck(
  { server, signal }: SyncContext,
  { state: { id, shadow } }: Claim,
): Promise<Result<Sent | null, ServiceError>> {
  const drop: Sent = (tx) => unlink(tx, tx.get(id));
  if (!shadow?.serverId) return ok(drop);
  const answer = await server.client.bookmarks.read(shadow.serverId, { signal });
  if (!answer.ok) return gone(answer.error, id);
  const { body } = answer.value;
  if (body === null) return ok(null);
  if (!isWebAddress(body.url)) return ok(drop);
  const remote = toRemote(body);
  const settle = (tx: SyncTransaction) => receiveDeferred(tx, id, remote);
  return ok(Object.assign(settle, { scope: { urls: [remote.version.url] } }));
}
