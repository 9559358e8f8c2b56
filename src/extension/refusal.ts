import * as z from 'zod/mini';
import type { BackgroundFailure } from '../domain';

/** Why a message was not even looked at. Any of them is a bug, or somebody else's page. */
export const Refusal = z.object({
  kind: z.literal('refused'),
  reason: z.enum(['foreign-sender', 'malformed', 'unknown-message']),
});
export type Refusal = z.output<typeof Refusal>;

/** What a handler of the background may answer. */
export type HandlerFailure = Exclude<BackgroundFailure, { kind: 'unreachable' }>;
