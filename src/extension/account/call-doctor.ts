import type { WxtBrowser } from 'wxt/browser';
import {
  type AppIdentity,
  activeAccount,
  type Connection,
  examine,
  type Finding,
  type Problem,
  type Transport,
} from '../../service';
import type { AccountKeeper, Kept } from './account-keeper';
import type { Origins } from './origins';
import { problem } from './problem';
import { connectionOf } from './sign-in-steps';
import { EXAMINATION } from './storage-keys';

interface Dependencies {
  readonly keeper: AccountKeeper;
  readonly origins: Pick<Origins, 'isAllowed'>;
  readonly session: Pick<WxtBrowser['storage']['session'], 'set'>;
  readonly app: () => Promise<AppIdentity>;
  readonly redirectUri: string;
  readonly transport: Transport;
  readonly newId: () => string;
  /** Aborted when the doctor is called again: then nothing more is told of this time. */
  readonly signal: AbortSignal;
}

/**
 * Has the doctor look at the server of the sign-in under way, or of the account in use; what is
 * found is told to pages as it is found.
 */
export async function callDoctor(dependencies: Dependencies): Promise<Problem | null> {
  const { keeper, origins, session, app, redirectUri, transport, newId, signal } = dependencies;
  const connection = examinedIn(await keeper.read());
  if (connection === null) return problem('no-account');
  const { base } = connection;
  // Who may not ask a server hears nothing of it, as if it were not there.
  if (!(await origins.isAllowed(base))) return problem('not-allowed');
  const findings: Finding[] = [];
  const tell = async (isDone: boolean) => {
    if (!signal.aborted) await session.set({ [EXAMINATION]: { base, findings, isDone } });
  };
  await tell(false);
  const examined = { connection, app: await app(), redirectUri, transport, newId, signal };
  for await (const finding of examine(examined)) {
    findings.push(finding);
    await tell(false);
  }
  await tell(true);
  return null;
}

function examinedIn({ signIn, accounts }: Kept): Connection | null {
  if (signIn) return connectionOf(signIn);
  const account = activeAccount(accounts);
  return account && { ...account, token: account.token || null };
}
