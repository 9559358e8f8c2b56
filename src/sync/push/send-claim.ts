import { IMAGE_LIMITS } from '../../capture/images/limits';
import { isWebAddress, MINUTE_MS, ok, type Result } from '../../domain';
import type { PatchIntent, Shadow, SyncDesk } from '../../library';
import { isEmptyPatch } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { adopt } from '../merge/adopt';
import { keepHere } from '../merge/keep-here';
import { receiveTwin } from '../merge/receive-bookmark';
import { loseLink } from '../merge/receive-delete';
import { remoteOf } from '../merge/server-version';
import type { Claim } from './claim';
import { answeredFields, patchBody, tellable } from './patch-body';
import { sendCreate } from './send-create';
import { settleAnew, settleDelete, settleKeep, settlePatch, settleUnmade } from './settle';

/** Writes the outcome of a request to the library: to its bookmark and all bookmarks with one of `urls`. */
export interface Sent {
  (desk: SyncDesk): void;
  readonly urls?: readonly string[];
}

/** Longer than the page may take to send its images; a create waits for them no longer. */
const IMAGES_WAIT_MS = IMAGE_LIMITS.totalTimeoutMs + MINUTE_MS;
const READING_WAIT_MS = 2 * MINUTE_MS;

type Send = (context: SyncContext, claimed: Claim) => Promise<Result<Sent | null, ServiceError>>;

/** Makes the request of a claim; null: it is not time yet, and nothing was sent. */
export const sendClaim: Send = (context, claimed) => SENDS[claimed.kind](context, claimed);

const SENDS: Readonly<Record<Claim['kind'], Send>> = {
  create,
  patch,
  delete: remove,
  keep,
  twin,
};

async function create(
  context: SyncContext,
  claimed: Claim,
): Promise<Result<Sent | null, ServiceError>> {
  const { id } = claimed.state;
  if (claimed.isWanted && !claimed.isRepeat && (await isComing(context, claimed))) {
    return ok(null);
  }
  const outcome = await sendCreate(context, claimed);
  if (!outcome.ok) return outcome;
  const { value } = outcome;
  switch (value.kind) {
    case 'made':
      return ok((desk) => adopt(desk, desk.get(id), value.serverId, 'answer'));
    case 'deleted-there':
      return ok((desk) => {
        adopt(desk, desk.get(id), value.serverId, 'answer');
        loseLink(desk, desk.get(id));
      });
    case 'not-there':
      return ok((desk) => settleUnmade(desk, id));
    case 'asked-anew':
      return ok((desk) => settleAnew(desk, id));
    case 'not-for-servers':
      return ok((desk) => keepHere(desk, desk.get(id)));
  }
}

/** Whether images of the page are still on their way here. */
async function isComing({ library, now }: SyncContext, { state, intent }: Claim): Promise<boolean> {
  const age = now() - intent.queuedAt;
  if (age < 0 || age > IMAGES_WAIT_MS) return false;
  const article = await library.articles.get(state.id);
  return (
    article?.images.some((image) => image.hash === null && image.reason === 'pending') ?? false
  );
}

async function patch(
  context: SyncContext,
  claimed: Claim,
): Promise<Result<Sent | null, ServiceError>> {
  const { id, shadow } = claimed.state;
  const { intent } = claimed.intent;
  if (intent.kind !== 'patch' || !shadow?.serverId) return ok((desk) => settleUnmade(desk, id));
  const told = tellable(intent, shadow.version);
  if (isEmptyPatch(told)) return ok((desk) => settlePatch(desk, id, claimed.intent, told, {}));
  const { serverId } = shadow;
  if (!shadow.isLoaded && context.now() - claimed.intent.queuedAt < READING_WAIT_MS) {
    const isReady = await hasRead(context, serverId);
    if (!isReady.ok) return gone(isReady.error, id);
    if (!isReady.value) return ok(null);
  }
  return update(context, claimed, told, { ...shadow, serverId });
}

async function update(
  { server, signal }: SyncContext,
  { state: { id }, intent }: Claim,
  told: PatchIntent,
  { serverId }: Shadow & { readonly serverId: string },
): Promise<Result<Sent | null, ServiceError>> {
  const answer = await server.client.bookmarks.update(serverId, patchBody(told), { signal });
  if (!answer.ok) return gone(answer.error, id);
  const answered = answeredFields(answer.value.body);
  return ok((desk) => settlePatch(desk, id, intent, told, answered));
}

/** A change that is made while the server reads the page is lost on older ones. */
async function hasRead(
  { server, signal }: SyncContext,
  serverId: string,
): Promise<Result<boolean, ServiceError>> {
  const answer = await server.client.bookmarks.read(serverId, { signal });
  if (!answer.ok) return answer;
  return ok(answer.value.body?.loaded ?? true);
}

/** What is not on the server any more was deleted there. */
function gone(error: ServiceError, id: Claim['state']['id']): Result<Sent, ServiceError> {
  if (error.kind !== 'not-found') return { ok: false, error };
  return ok((desk) => loseLink(desk, desk.get(id)));
}

async function remove(
  { server, signal }: SyncContext,
  { state: { id, shadow } }: Claim,
): Promise<Result<Sent | null, ServiceError>> {
  if (!shadow?.serverId) return ok((desk) => settleDelete(desk, id));
  const answer = await server.client.bookmarks.delete(shadow.serverId, { signal });
  if (!answer.ok && answer.error.kind !== 'not-found') return answer;
  return ok((desk) => settleDelete(desk, id));
}

/**
 * Another device may have joined the same bookmarks the other way round, and have deleted this one
 * for one that was deleted here. Each looks after its own deletes, so the last of them sees it.
 */
async function keep(
  context: SyncContext,
  claimed: Claim,
): Promise<Result<Sent | null, ServiceError>> {
  const { library, server, signal } = context;
  const { id, shadow } = claimed.state;
  const { intent } = claimed.intent;
  const settled: Sent = (desk) => settleKeep(desk, id, claimed.intent);
  if (intent.kind !== 'keep' || !shadow?.serverId) return ok(settled);
  if (await library.sync.hasDeletes(intent.others)) return ok(null);
  const answer = await server.client.bookmarks.read(shadow.serverId, { signal });
  return answer.ok ? ok(settled) : gone(answer.error, id);
}

/** Takes in the second bookmark of a page if the server still has it: then no device has given way. */
async function twin(
  { server, signal }: SyncContext,
  { state: { id, shadow } }: Claim,
): Promise<Result<Sent | null, ServiceError>> {
  const drop: Sent = (desk) => loseLink(desk, desk.get(id));
  if (!shadow?.serverId) return ok(drop);
  const answer = await server.client.bookmarks.read(shadow.serverId, { signal });
  if (!answer.ok) return gone(answer.error, id);
  const { body } = answer.value;
  if (body === null) return ok(null);
  if (!isWebAddress(body.url)) return ok(drop);
  const remote = remoteOf(body);
  const settle = (desk: SyncDesk) => receiveTwin(desk, id, remote);
  return ok(Object.assign(settle, { urls: [remote.version.url] }));
}
