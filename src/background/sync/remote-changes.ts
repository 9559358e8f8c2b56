import { capabilitiesOf } from '../../contract';
import { err } from '../../domain/result';
import { SECOND_MS } from '../../domain/time';
import {
  type Account,
  connectClient,
  followEvents,
  meaningOf,
  type Transport,
} from '../../service';
import type { Accounts } from '../account/accounts';
import type { StayAwake, VisiblePort } from '../ports';
import type { FollowingMessage } from './page-visibility';

export interface RemoteChangesDependencies {
  readonly stayAwake: StayAwake;
  readonly accounts: Pick<Accounts, 'current'>;
  /** True if the browser permits requests to that address. */
  readonly isAllowed: (base: string) => Promise<boolean>;
  readonly transport: Transport;
  /**
   * Called when something may have changed on the server, so that a sync is needed. Resolves when the
   * sync is over, also when it failed.
   */
  readonly onRemoteChange: () => Promise<void>;
}

type Open = Parameters<typeof followEvents>[0];

export type RemoteChanges = ReturnType<typeof createRemoteChanges>;

/** Changes within this time cause one sync. */
const COALESCE_MS = SECOND_MS / 2;
/** The least time from the end of a sync to the next one, so that another device can send in peace. */
const MIN_SYNC_PAUSE_MS = 3 * SECOND_MS;

/**
 * Receives the changes on the server while a page of the extension is visible. Servers without the
 * feature `events` are not connected; there, the other triggers apply.
 */
export function createRemoteChanges(dependencies: RemoteChangesDependencies) {
  const ports = new Set<VisiblePort>();
  let following: AbortController | null = null;
  let isOpen = false;
  const sleeper = createInterruptibleSleep(dependencies.transport);
  const rounds = createRounds(dependencies);

  const onEvent = () => {
    if (!isOpen) notifyPorts(true);
    rounds.request();
  };
  const notifyPorts = (isNowOpen: boolean) => {
    isOpen = isNowOpen;
    for (const port of ports) postTo(port, { isFollowed: isOpen });
  };
  const begin = async () => {
    if (following !== null || ports.size === 0) return;
    const controller = new AbortController();
    following = controller;
    try {
      await follow({ ...dependencies, sleeper }, controller.signal, onEvent);
    } finally {
      if (following === controller) end();
    }
  };
  const end = () => {
    following?.abort();
    following = null;
    rounds.cancel();
    if (isOpen) notifyPorts(false);
  };

  return {
    /** Registers the port that a page holds while it is visible. */
    addPort(port: VisiblePort): void {
      port.onDisconnect.addListener(() => {
        ports.delete(port);
        if (ports.size === 0) end();
      });
      // A port that was closed before this code ran does not report it any more.
      if (!postTo(port, { isFollowed: isOpen })) return;
      ports.add(port);
      void begin();
    },
    /** Ends the current wait, because a page came to the foreground or the network is back. */
    retryNow: sleeper.retryNow,
    /** Closes the connection until a page becomes visible or `restart` is called. */
    stop: end,
    /** Closes the connection and opens a new one, for example after the account changed. */
    restart(): void {
      end();
      void begin();
    },
  };
}

/**
 * Starts a sync soon after a request, and not again before some seconds after its end. Requests until
 * then cause one sync, so the last change is received, and a device that sends thousands does not keep
 * this one busy.
 */
function createRounds({
  onRemoteChange,
  transport,
}: Pick<RemoteChangesDependencies, 'onRemoteChange' | 'transport'>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isRequested = false;
  let endedAt = Number.NEGATIVE_INFINITY;

  const run = async () => {
    timer = undefined;
    isRequested = false;
    isRunning = true;
    await onRemoteChange();
    isRunning = false;
    endedAt = transport.now();
    schedule();
  };
  const schedule = () => {
    if (!isRequested || isRunning || timer !== undefined) return;
    // A clock that was set back must not extend the wait.
    const sinceEnd = Math.max(0, transport.now() - endedAt);
    timer = setTimeout(() => void run(), Math.max(COALESCE_MS, MIN_SYNC_PAUSE_MS - sinceEnd));
  };
  return {
    request() {
      isRequested = true;
      schedule();
    },
    cancel() {
      isRequested = false;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Posts a message. Returns false if the port is closed. */
function postTo(port: VisiblePort, message: FollowingMessage): boolean {
  try {
    port.postMessage(message);
    return true;
  } catch {
    return false; // Browsers have no other way to report a closed port.
  }
}

/** Ends when `signal` is aborted, or with an error that a retry cannot fix. */
async function follow(
  dependencies: RemoteChangesDependencies & { readonly sleeper: InterruptibleSleep },
  signal: AbortSignal,
  onEvent: () => void,
): Promise<void> {
  const account = await dependencies.accounts.current();
  if (account === null || !(await dependencies.isAllowed(account.base)) || signal.aborted) return;
  const open = dependencies.sleeper.recordRetryAfter(streamOf(account, dependencies.transport));
  const events = followEvents(open, { signal, transport: dependencies.sleeper });
  await dependencies.stayAwake(async () => {
    for await (const event of events) {
      if (event.ok) onEvent();
      // A sync reports the error and asks the user to sign in again.
      else if (event.error.kind === 'unauthorised') void dependencies.onRemoteChange();
    }
  });
}

/**
 * Opens the event stream if the server has the extension `events`. It checks each time, because servers are
 * updated.
 */
function streamOf(account: Account, transport: Transport): Open {
  const client = connectClient(account, transport);
  return async (options) => {
    const about = await client.info.read(options.signal && { signal: options.signal });
    if (!about.ok) return about;
    if (!capabilitiesOf(about.value.body).includes('events')) return err({ kind: 'not-found' });
    return client.events.stream(options);
  };
}

type InterruptibleSleep = ReturnType<typeof createInterruptibleSleep>;

/** A sleep that can be cut short. */
function createInterruptibleSleep({ sleep, now }: Pick<Transport, 'sleep' | 'now'>) {
  let notBefore = 0;
  let wake = () => {};
  return {
    now,
    async sleep(ms: number, signal?: AbortSignal): Promise<void> {
      const waking = new AbortController();
      wake = () => waking.abort();
      await sleep(ms, signal ? AbortSignal.any([signal, waking.signal]) : waking.signal);
    },
    /** Wraps `open` so that a wait which the server requests is kept. */
    recordRetryAfter:
      (open: Open): Open =>
      async (options) => {
        const answer = await open(options);
        if (!answer.ok) notBefore = now() + (meaningOf(answer.error).waitMs ?? 0);
        return answer;
      },
    /** Ends the current wait, unless the server requested it. */
    retryNow(): void {
      if (now() >= notBefore) wake();
    },
  };
}
