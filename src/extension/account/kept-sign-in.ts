import * as z from 'zod/mini';
import { SCOPES } from '../../contract';
import { CREDENTIAL_KINDS, PendingDevice, PendingSignIn, type SignInState } from '../../service';
import { ProblemSchema } from './messages';
import { ServerCardSchema } from './status-schemas';

const CredentialSchema = z.object({
  kind: z.enum(CREDENTIAL_KINDS),
  token: z.string(),
  tokenId: z.string(),
  scopes: z.nullable(z.array(z.enum(SCOPES))),
});

/**
 * How far a sign-in has come, in steps that a worker which was ended between two of them goes on
 * from. `code`, `device` and `opening` hold secrets.
 */
const Step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choosing'), problem: z.nullable(ProblemSchema) }),
  z.object({
    kind: z.literal('code'),
    pending: PendingSignIn,
    /** Where the window came back to; null while it is open. */
    cameBackTo: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('device'), pending: PendingDevice }),
  /** A password is being looked at, which is kept nowhere. */
  z.object({ kind: z.literal('asking') }),
  /** There is a token; whose it is is being asked. */
  z.object({ kind: z.literal('opening'), credential: CredentialSchema }),
]);
export type Step = z.output<typeof Step>;

/** The sign-in under way: one in a browser. Kept in `storage.local`, never sent to a page. */
export const KeptSignIn = z.object({
  /** Another for each find and each way that is tried: who has an older one has been superseded. */
  run: z.string(),
  /** When that was: Unix ms. */
  since: z.number(),
  /** Where the server is, or where it should have been. */
  base: z.string(),
  /** null: it was not found. */
  server: z.nullable(ServerCardSchema),
  extraHeaders: z.record(z.string(), z.string()),
  /** Origins that were allowed for this; given back when nothing comes of it. */
  allowed: z.array(z.string()),
  step: Step,
  /** Why the step could not be gone on with, and when that was (Unix ms); null: it is gone on with. */
  trouble: z._default(z.nullable(z.object({ problem: ProblemSchema, at: z.number() })), null),
});
export type KeptSignIn = z.output<typeof KeptSignIn>;

/** What a page may know of it; null: nothing worth telling. */
export function stateOf({ server, base, step, trouble }: KeptSignIn): SignInState | null {
  if (server === null) {
    const problem = step.kind === 'choosing' ? step.problem : null;
    return problem && { kind: 'not-found', base, problem };
  }
  const { problem = null, at = 0 } = trouble ?? {};
  const notBefore = problem?.waitMs == null ? null : at + problem.waitMs;
  const checking = { kind: 'checking', server, problem, notBefore } as const;
  switch (step.kind) {
    case 'choosing':
      return { kind: 'choosing', server, problem: step.problem };
    case 'code':
      return step.cameBackTo === null ? { kind: 'window', server } : checking;
    case 'device': {
      const { shownCode: code, page, pageWithCode, expiresAt } = step.pending;
      return { kind: 'device', server, code, page, pageWithCode, expiresAt };
    }
    case 'asking':
    case 'opening':
      return checking;
  }
}
