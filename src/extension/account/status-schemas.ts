import * as z from 'zod/mini';
import {
  type AccountStatus,
  CREDENTIAL_KINDS,
  type Finding,
  NO_STATUS,
  type ServerCard,
  type SignInState,
  type Way,
} from '../../service';
import { ProblemSchema } from '../messages/account-messages';
import { anyOf } from '../messages/schemas';

// The stored status for pages. After an update, pages of the old version read it until they reload.

export const ServerCardSchema: z.ZodMiniType<ServerCard> = z.object({
  base: z.url({ protocol: /^https?$/ }),
  isPlain: z.boolean(),
  movedFrom: z.nullable(z.string()),
  version: z.string(),
  ways: z.array(anyOf<Way>({ code: true, device: true, password: true, token: true })),
});

const AccountCardSchema = z.object({
  id: z.string(),
  library: z.nullable(z.string()),
  base: z.string(),
  username: z.string(),
  credential: z.enum(CREDENTIAL_KINDS),
  serverVersion: z.string(),
  signedInAt: z.number(),
  signedOutAt: z.nullable(z.number()),
});

const server = ServerCardSchema;
const SignInStateSchema: z.ZodMiniType<SignInState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-found'), base: z.string(), problem: ProblemSchema }),
  z.object({ kind: z.literal('choosing'), server, problem: z.nullable(ProblemSchema) }),
  z.object({ kind: z.literal('window'), server }),
  z.object({
    kind: z.literal('device'),
    server,
    code: z.string(),
    page: z.url({ protocol: /^https?$/ }),
    pageWithCode: z.url({ protocol: /^https?$/ }),
    expiresAt: z.number(),
  }),
  z.object({
    kind: z.literal('checking'),
    server,
    problem: z._default(z.nullable(ProblemSchema), null),
    notBefore: z._default(z.nullable(z.number()), null),
  }),
]);

const AccountStatusSchema: z.ZodMiniType<AccountStatus> = z.object({
  active: z.nullable(z.string()),
  accounts: z.array(AccountCardSchema),
  library: z.nullable(z.string()),
  signIn: z.nullable(SignInStateSchema),
  pendingRevocations: z._default(z.array(z.url({ protocol: /^https?$/ })), []),
});

/** Parses the stored status. If it is missing or invalid, the user is not signed in. */
export function readStatus(stored: unknown): AccountStatus {
  const read = AccountStatusSchema.safeParse(stored);
  return read.success ? read.data : NO_STATUS;
}

/** The findings of the doctor so far. */
export interface Examination {
  /** The base of the examined server. */
  readonly base: string;
  readonly findings: readonly Finding[];
  readonly isDone: boolean;
}

const ExaminationSchema = z.object({
  base: z.string(),
  // The background of this version wrote them, because an update clears `storage.session`.
  findings: z.array(z.custom<Finding>((value) => typeof value === 'object' && value !== null)),
  isDone: z.boolean(),
});

/** Parses the stored examination; null if the doctor has not run. */
export function readExamination(stored: unknown): Examination | null {
  const read = ExaminationSchema.safeParse(stored);
  return read.success ? read.data : null;
}
