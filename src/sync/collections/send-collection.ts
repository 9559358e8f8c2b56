import { err, ok, type Result } from '../../domain';
import type { CollectionDesk } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import type { CollectionClaim } from './claim-collection';
import { loseCollection } from './receive-collections';
import { collectionBody } from './remote-collection';

/** What follows here from what was sent. */
export type SentCollection = (desk: CollectionDesk) => void;

/** Makes the request of a claim. */
export async function sendCollection(
  { server, signal }: SyncContext,
  claim: CollectionClaim,
): Promise<Result<SentCollection, ServiceError>> {
  const { collections } = server.client;
  const { id } = claim.before;
  switch (claim.kind) {
    case 'create': {
      const { name } = claim.made;
      const answer = await collections.create({ ...collectionBody(claim.made), name }, { signal });
      if (!answer.ok) return answer;
      const serverId = answer.value.headers.get('Location')?.split('/').at(-1);
      // It is found by what it is when the list is read next.
      if (!serverId) return err({ kind: 'malformed', issues: ['no Location'] });
      return ok((desk) => settleCreate(desk, claim, serverId));
    }
    case 'update': {
      const answer = await collections.update(claim.serverId, collectionBody(claim.changes), {
        signal,
      });
      if (answer.ok) return ok((desk) => settleUpdate(desk, claim));
      if (answer.error.kind !== 'not-found') return answer;
      return ok((desk) => {
        const row = desk.get(id);
        if (row !== null) loseCollection(desk, row, true);
      });
    }
    case 'delete': {
      const answer = await collections.delete(claim.serverId, { signal });
      if (!answer.ok && answer.error.kind !== 'not-found') return answer;
      return ok((desk) => settleDelete(desk, claim));
    }
  }
}

function settleCreate(
  desk: CollectionDesk,
  { before: { id }, made }: CollectionClaim & { kind: 'create' },
  serverId: string,
): void {
  const row = desk.get(id);
  if (row === null) return;
  // Older servers pin none when they make it.
  const base = { ...made, isPinned: false };
  desk.put({ ...row, serverId, base, isMadeHere: true, attempts: 0 });
  desk.tell('sent', row);
}

function settleUpdate(
  desk: CollectionDesk,
  { before: { id }, changes }: CollectionClaim & { kind: 'update' },
): void {
  const row = desk.get(id);
  if (row === null || row.base === null) return;
  desk.put({ ...row, base: { ...row.base, ...changes }, tried: {}, attempts: 0 });
  desk.tell('sent', row);
}

/** One that was brought back meanwhile is made again. */
function settleDelete(desk: CollectionDesk, { before: { id } }: CollectionClaim): void {
  const row = desk.get(id);
  if (row === null) return;
  if (row.deletedAt === null) loseCollection(desk, row, true);
  else desk.remove(id);
  desk.tell('sent', row);
}
