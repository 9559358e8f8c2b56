import { err, ok, type Quote, type Result } from '../../domain';
import type { HighlightTransaction } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import {
  type HighlightClaim,
  recordCreated,
  recordDeleted,
  recordUpdated,
} from './claim-highlight';
import { hasAnchors } from './read-annotations';
import { squeezed } from './same-quote';

/** Writes the result of a request to the library. */
type SentHighlight = (tx: HighlightTransaction) => void;

/** Makes the request of a claim. */
export function sendHighlight(
  context: SyncContext,
  serverId: string,
  claim: HighlightClaim,
): Promise<Result<SentHighlight, ServiceError>> {
  switch (claim.kind) {
    case 'create':
      return sendCreate(context, serverId, claim);
    case 'update':
      return sendUpdate(context, serverId, claim);
    case 'delete':
      return sendDelete(context, serverId, claim);
  }
}

/** The service's limits for a quote (protocol.md section 18). Longer ones are left out. */
const [MAX_QUOTE, MAX_CONTEXT] = [10_000, 1000];

async function sendCreate(
  context: SyncContext,
  serverId: string,
  claim: HighlightClaim & { kind: 'create' },
): Promise<Result<SentHighlight, ServiceError>> {
  const { server, signal } = context;
  const isOurs = await hasAnchors(context);
  if (!isOurs.ok) return isOurs;
  const { part, look, quote } = claim;
  const body = {
    ...{ ...part.selectors, color: look.color },
    ...(look.note !== '' && { note: look.note }),
    ...(isOurs.value && fits(quote) && { quote }),
  };
  const answer = await server.client.highlights.create(serverId, body, { signal });
  if (!answer.ok) return answer;
  const { id, text } = answer.value.body;
  const isRight = squeezed(text) === part.text;
  return ok((tx) => recordCreated(tx, claim, { serverId: id, isRight, on: serverId }));
}

const fits = ({ exact, prefix, suffix }: Quote): boolean =>
  exact.length <= MAX_QUOTE && prefix.length <= MAX_CONTEXT && suffix.length <= MAX_CONTEXT;

async function sendUpdate(
  { server, signal }: SyncContext,
  serverId: string,
  claim: HighlightClaim & { kind: 'update' },
): Promise<Result<SentHighlight, ServiceError>> {
  const gone = new Set<string>();
  for (const { serverId: partId, look } of claim.changes) {
    const answer = await server.client.highlights.update(serverId, partId, look, { signal });
    if (answer.ok) continue;
    if (answer.error.kind !== 'not-found') return answer;
    gone.add(partId);
  }
  return ok((tx) => recordUpdated(tx, claim, gone));
}

async function sendDelete(
  { server, signal }: SyncContext,
  serverId: string,
  claim: HighlightClaim & { kind: 'delete' },
): Promise<Result<SentHighlight, ServiceError>> {
  const partId = claim.part.serverId;
  const answer = await server.client.highlights.delete(serverId, partId, { signal });
  if (!answer.ok && answer.error.kind !== 'not-found') return err(answer.error);
  return ok((tx) => recordDeleted(tx, claim));
}
