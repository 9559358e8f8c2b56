import { type BackgroundFailure, err, ok, type Result } from '../domain';
import { type MessageName, type ResponseOf, replySchema } from './all-messages';

/**
 * The background's reply, parsed. What is not a reply to `name` is `failed`; so is a refusal, which
 * a page of ours never gets unless there is a bug.
 */
export function readReply<Name extends MessageName>(
  name: Name,
  reply: unknown,
): Result<ResponseOf<Name>, BackgroundFailure> {
  const parsed = replySchema(name).safeParse(reply);
  if (!parsed.success) return err({ kind: 'failed', detail: `not a reply to ${name}` });
  // The union of all replies: which one belongs to `name` is beyond the compiler.
  if (parsed.data.ok) return ok(parsed.data.value as ResponseOf<Name>);
  const { error } = parsed.data;
  return err(error.kind === 'refused' ? { kind: 'failed', detail: error.reason } : error);
}
