import type { Answered, BookmarkInfo, bookmarks, CallOptions } from '../../contract';
import { err, MINUTE_MS, ok, type Result, SECOND_MS } from '../../domain';
import { platformTransport, type Transport } from '../connection';
import type { ServiceError } from '../errors/service-error';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5 * SECOND_MS;
/** A server that takes longer is asked again another time. */
const PATIENCE_MS = 2 * MINUTE_MS;

/** The bookmark is still being read by the server: ask again later. */
export interface StillLoading {
  readonly kind: 'still-loading';
}

type Read = (
  id: string,
  options?: CallOptions,
) => Promise<Result<Answered<typeof bookmarks.read>, ServiceError>>;

/**
 * The bookmark once its server has read the page, looked at less and less often for two minutes. A
 * change that is made before may be lost: today's servers write the whole row when they are done
 * (protocol.md section 6). `read` is `client.bookmarks.read`.
 */
export async function whenLoaded(
  read: Read,
  id: string,
  {
    signal,
    sleep = platformTransport.sleep,
  }: { signal?: AbortSignal; sleep?: Transport['sleep'] } = {},
): Promise<Result<BookmarkInfo, ServiceError | StillLoading>> {
  let waitMs = FIRST_WAIT_MS;
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += waitMs) {
    const answer = await read(id, { ...(signal && { signal }) });
    if (!answer.ok) return answer;
    if (answer.value.body === null) return err({ kind: 'malformed', issues: ['no bookmark'] });
    if (answer.value.body.loaded) return ok(answer.value.body);
    waitMs = Math.min(waitMs * 1.5, LONGEST_WAIT_MS);
    await sleep(waitMs, signal);
    if (signal?.aborted) return err({ kind: 'aborted' });
  }
  return err({ kind: 'still-loading' });
}
