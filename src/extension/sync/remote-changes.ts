import type { Browser, WxtBrowser } from 'wxt/browser';
import { err, SECOND_MS } from '../../domain';
import {
  type Account,
  connectClient,
  followEvents,
  meaningOf,
  type Transport,
} from '../../service';
import type { Accounts } from '../account/accounts';
import { type FollowingMessage, VISIBLE_PAGE_PORT } from './page-visibility';
import { stayAwake } from './stay-awake';

export interface RemoteChangesDependencies {
  readonly runtime: Pick<WxtBrowser['runtime'], 'getPlatformInfo' | 'getURL'>;
  readonly accounts: Pick<Accounts, 'current'>;
  /** Whether the browser lets us ask the server at that address. */
  readonly isAllowed: (base: string) => Promise<boolean>;
  readonly transport: Transport;
  /** Something may have changed on the server: a round is wanted. */
  readonly onRemoteChange: () => void;
}

type Port = Browser.runtime.Port;

/** Follows what changes on the server for as long as somebody looks at a page of ours. */
export interface RemoteChanges {
  /** A page holds `port` while somebody looks at it. One of anybody else is left alone. */
  addPort(port: Port): void;
  /** Somebody is there, or the network is back: it is not waited for any longer. */
  retryNow(): void;
  /** Another account is in use, say: what is followed is let go. */
  restart(): void;
}

/** What changes within that is asked for together. */
const TOGETHER_MS = SECOND_MS / 2;

/** A server that announces no events is left alone: there the other triggers have to do. */
export function createRemoteChanges(given: RemoteChangesDependencies): RemoteChanges {
  const ports = new Set<Port>();
  let following: AbortController | null = null;
  let isOpen = false;
  const interruptible = createInterruptibleSleep(given.transport);
  let asking: ReturnType<typeof setTimeout> | undefined;

  const onEvent = () => {
    if (!isOpen) notifyPorts(true);
    asking ??= setTimeout(() => {
      asking = undefined;
      given.onRemoteChange();
    }, TOGETHER_MS);
  };
  const notifyPorts = (isNowOpen: boolean) => {
    isOpen = isNowOpen;
    for (const port of ports) tell(port, { isFollowed: isOpen });
  };
  const begin = async () => {
    if (following !== null || ports.size === 0) return;
    const own = new AbortController();
    following = own;
    try {
      await follow({ ...given, interruptible }, own.signal, onEvent);
    } finally {
      if (following === own) end();
    }
  };
  const end = () => {
    following?.abort();
    following = null;
    clearTimeout(asking);
    asking = undefined;
    if (isOpen) notifyPorts(false);
  };

  return {
    addPort(port) {
      const isOurs = port.sender?.url?.startsWith(given.runtime.getURL('/'));
      if (port.name !== VISIBLE_PAGE_PORT || !isOurs) return;
      port.onDisconnect.addListener(() => {
        ports.delete(port);
        if (ports.size === 0) end();
      });
      // One that was closed before this program was read says nothing of it any more.
      if (!tell(port, { isFollowed: isOpen })) return;
      ports.add(port);
      void begin();
    },
    retryNow: interruptible.retryNow,
    restart() {
      end();
      void begin();
    },
  };
}

/** Whether there is somebody at the other end. */
function tell(port: Port, message: FollowingMessage): boolean {
  try {
    port.postMessage(message);
    return true;
  } catch {
    return false; // Browsers have no other way to say that a port is closed.
  }
}

/** Ends when `signal` is aborted, or with what no waiting mends. */
async function follow(
  given: RemoteChangesDependencies & { readonly interruptible: InterruptibleSleep },
  signal: AbortSignal,
  onEvent: () => void,
): Promise<void> {
  const account = await given.accounts.current();
  if (account === null || !(await given.isAllowed(account.base)) || signal.aborted) return;
  const open = given.interruptible.recordRetryAfter(streamOf(account, given.transport));
  const sleep = stayAwake(given.runtime);
  try {
    for await (const news of followEvents(open, { signal, transport: given.interruptible })) {
      if (news.ok) onEvent();
      // A round of sync says what is wrong, and asks the person to sign in again.
      else if (news.error.kind === 'unauthorised') given.onRemoteChange();
    }
  } finally {
    sleep();
  }
}

/** Opens the stream where it is announced: asked each time, for servers are changed meanwhile. */
function streamOf(account: Account, transport: Transport): Parameters<typeof followEvents>[0] {
  const client = connectClient(account, transport);
  return async (options) => {
    const about = await client.info.read(options.signal && { signal: options.signal });
    if (!about.ok) return about;
    if (!about.value.body.features.includes('events')) return err({ kind: 'not-found' });
    return client.events.stream(options);
  };
}

type Open = Parameters<typeof followEvents>[0];

/** The interruptible of one who follows, which can be cut short. */
export interface InterruptibleSleep extends Pick<Transport, 'sleep' | 'now'> {
  /** What opens the stream; what a server then asks to be waited is waited, whoever is in a retryNow. */
  recordRetryAfter(open: Open): Open;
  /** Ends the wait that there is, but one that the server asked for. */
  retryNow(): void;
}

export function createInterruptibleSleep({
  sleep,
  now,
}: Pick<Transport, 'sleep' | 'now'>): InterruptibleSleep {
  let notBefore = 0;
  let wake = () => {};
  return {
    now,
    async sleep(ms, signal) {
      const waking = new AbortController();
      wake = () => waking.abort();
      await sleep(ms, signal ? AbortSignal.any([signal, waking.signal]) : waking.signal);
    },
    recordRetryAfter: (open) => async (options) => {
      const answer = await open(options);
      if (!answer.ok) notBefore = now() + (meaningOf(answer.error).waitMs ?? 0);
      return answer;
    },
    retryNow() {
      if (now() >= notBefore) wake();
    },
  };
}
