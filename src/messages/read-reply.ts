import * as z from 'zod/mini';
import type { BackgroundFailure } from '../domain/page-state';
import { err, ok, type Result } from '../domain/result';
import { SECOND_MS } from '../domain/time';
import type { MessageTable } from './message-table';
import { EXTENSION_MESSAGES } from './messages';
import { BackgroundFailureSchema, Refusal } from './schemas';

/** For messages that are answered at once. */
const SHORT_TIMEOUT_MS = 5 * SECOND_MS;

/** The reply of the background, or that none arrives any more. */
interface Arrival {
  readonly hasArrived: boolean;
  readonly value: unknown;
}

/** Returns the parsed reply to a message, or `unreachable` if none arrives in time. */
export async function readReply(
  name: string,
  reply: Promise<Arrival>,
): Promise<Result<unknown, BackgroundFailure>> {
  const table: MessageTable = EXTENSION_MESSAGES;
  const message = table[name]?.();
  if (message === undefined) throw new Error(`There is no message ${name}`);
  const { hasArrived, value } = await withinTime(reply, message.timeoutMs ?? SHORT_TIMEOUT_MS);
  if (!hasArrived) return err({ kind: 'unreachable' });
  const parsed = replyOf(message.response).safeParse(value);
  if (!parsed.success) return err({ kind: 'failed', detail: `not a reply to ${name}` });
  if (parsed.data.ok) return ok(parsed.data.value);
  const { error } = parsed.data;
  // A page is only refused because of a bug.
  return err(error.kind === 'refused' ? { kind: 'failed', detail: error.reason } : error);
}

/** Errors are plain objects, because not every browser transfers an `Error`. */
const replyOf = (response: z.ZodMiniType) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: response }),
    z.object({ ok: z.literal(false), error: z.union([BackgroundFailureSchema, Refusal]) }),
  ]);

function withinTime(reply: Promise<Arrival>, timeoutMs: number): Promise<Arrival> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ hasArrived: false, value: null }), timeoutMs);
    void reply.then((arrival) => {
      clearTimeout(timer);
      resolve(arrival);
    });
  });
}
