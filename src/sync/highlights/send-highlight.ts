import { pick } from '../../domain/bookmark-fields';
import { definedFields } from '../../domain/defined-fields';
import type { Quote } from '../../domain/highlight';
import { err, ok, type Result } from '../../domain/result';
import { NOT_REVIEWED } from '../../domain/review';
import { withoutWhiteSpace } from '../../domain/same-quote';
import {
  type HighlightShadow,
  type HighlightTransaction,
  type LookThere,
  lookThere,
} from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import type { Settle } from '../runner';
import {
  type HighlightClaim,
  recordCreated,
  recordDeleted,
  recordUpdated,
} from './claim-highlight';
import { hasReviews } from './read-annotations';

type Sent = Promise<Result<Settle<HighlightTransaction>, ServiceError>>;

/** Makes the request of a claim. */
export function sendHighlight(context: SyncContext, claim: HighlightClaim): Sent {
  switch (claim.kind) {
    case 'create':
      return sendCreate(context, claim);
    case 'update':
      return sendUpdate(context, claim);
    case 'delete':
      return sendDelete(context, claim);
  }
}

/** The service's limits for a quote (protocol.md section 18). Longer ones are left out. */
const [MAX_QUOTE, MAX_CONTEXT] = [10_000, 1000];

async function sendCreate(context: SyncContext, claim: HighlightClaim & { kind: 'create' }): Sent {
  const { server, signal } = context;
  const known = await context.features();
  if (!known.ok) return known;
  const hasReview = known.value.includes('annotation_review');
  const { part, look, quote } = claim;
  const body = {
    ...part.selectors,
    color: look.color,
    ...(look.note !== '' && { note: look.note }),
    ...(hasReview && look.review !== NOT_REVIEWED && { review: look.review }),
    ...(known.value.includes('anchors') && fits(quote) && { quote }),
  };
  const answer = await server.client.highlights.create(claim.bookmarkServerId, body, { signal });
  if (!answer.ok) return answer;
  const { id, text } = answer.value.body;
  const isRight = withoutWhiteSpace(text) === part.text;
  return ok((tx) => recordCreated(tx, claim, { serverId: id, isRight, hasReview }));
}

const fits = ({ exact, prefix, suffix }: Quote): boolean =>
  exact.length <= MAX_QUOTE && prefix.length <= MAX_CONTEXT && suffix.length <= MAX_CONTEXT;

async function sendUpdate(context: SyncContext, claim: HighlightClaim & { kind: 'update' }): Sent {
  const { server, signal } = context;
  const known = await hasReviews(context);
  if (!known.ok) return known;
  const hasReview = known.value;
  const gone = new Set<string>();
  for (const { serverId: partId, look } of claim.changes) {
    const body = changesOf(claim.before, partId, lookThere(look, hasReview));
    const answer = await server.client.highlights.update(claim.bookmarkServerId, partId, body, {
      signal,
    });
    if (answer.ok) continue;
    if (answer.error.kind !== 'not-found') return answer;
    gone.add(partId);
  }
  return ok((tx) => recordUpdated(tx, claim, { gone, hasReview }));
}

/**
 * Leaves out what has not changed, because another device may have changed it since the last sync.
 * Servers require the colour.
 */
function changesOf({ parts, tried }: HighlightShadow, partId: string, look: LookThere) {
  const base = parts.find(({ serverId }) => serverId === partId);
  const isKnown = (field: 'note' | 'review') =>
    base?.[field] === look[field] &&
    // A request without a response may have changed it.
    (tried[field] === undefined || tried[field] === look[field]);
  const changed = (['note', 'review'] as const).filter((field) => !isKnown(field));
  return { color: look.color, ...definedFields(pick(look, changed)) };
}

async function sendDelete(
  { server, signal }: SyncContext,
  claim: HighlightClaim & { kind: 'delete' },
): Sent {
  const partId = claim.part.serverId;
  const answer = await server.client.highlights.delete(claim.bookmarkServerId, partId, { signal });
  if (!answer.ok && answer.error.kind !== 'not-found') return err(answer.error);
  return ok((tx) => recordDeleted(tx, claim));
}
