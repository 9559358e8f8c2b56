import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { unixMs } from '../../src/domain/time';
import { setUpToken } from '../account/new-user';
import { ArticleWork } from '../articles/article-work';
import { startDeleting } from '../bookmarks/delete-due';
import type { Config } from '../config/config';
import {
  isLoopbackBind,
  publicResolver,
  reachableAddress,
  systemResolver,
} from '../config/networks';
import { canReadPages } from '../extraction/page-reader';
import { type BaseAddress, baseAt, baseForOthers, configuredBase } from '../http/base-address';
import { JobRunner } from '../jobs';
import { createLog, faultFields, type Log } from '../ops/log';
import { createMetrics } from '../ops/metrics';
import { startSweeping } from '../ops/sweep';
import type { Processes } from '../processes/process-pool';
import { type Running, serve } from '../serve';
import type { Server } from '../server';
import { type Storage, startIndexing } from '../storage';
import type { Tasks } from '../tasks';
import { SERVER_VERSION } from '../version';
import { findWebApp } from '../web/web-app';
import { createFolder } from './create-folder';
import type { Terminal } from './terminal';

/** The clients that waited for the server get their answers before pages are read. */
const READ_AFTER_MS = 1000;
/** The time that running requests and jobs get when the server stops. */
const STOP_GRACE_MS = 10_000;

/** Serves until the process gets a signal. Returns the exit code: 0 after an orderly stop. */
export async function runServe(
  config: Config,
  storage: Storage,
  processes: Processes<Tasks>,
  terminal: Terminal,
): Promise<number> {
  const problem = await createFolder(config.dataDir);
  if (problem !== null) {
    terminal.say(problem);
    return 1;
  }
  const log = createLog(config.logLevel, (line) => void process.stdout.write(line));
  const stopping = new AbortController();
  const server: Server = {
    config,
    storage,
    log,
    resolveHost: systemResolver(),
    resolvePublicHost: publicResolver(),
    processes,
    articleWork: new ArticleWork(processes),
    stopping: stopping.signal,
    now: () => unixMs(Date.now()),
    metrics: createMetrics(SERVER_VERSION),
    webApp: await findWebApp(join(import.meta.dirname, 'web')),
    version: SERVER_VERSION,
  };
  const stopped = stopSignal();
  const running = await begin(server, terminal);
  if (running === null) return 1;
  await Promise.race([stopped, wait(READ_AFTER_MS, undefined, { ref: false })]);
  if (!(await canReadPages(processes))) {
    log.error('the sanitiser does not work on this machine');
    await running.stop(0);
    return 1;
  }
  const stopSweeping = startSweeping(server);
  const deleting = startDeleting(server);
  const indexing = startIndexing(storage, (fault) =>
    log.error('indexing failed', faultFields(fault)),
  );
  const { jobKindsOf } = await import('../job-kinds');
  const jobs = new JobRunner(server, jobKindsOf(server));
  const signal = await stopped;
  log.info('stopping', { signal });
  stopping.abort();
  stopSweeping();
  // In parallel, because a request may wait for a job.
  await Promise.all([running.stop(STOP_GRACE_MS), jobs.stop(STOP_GRACE_MS), deleting.stop()]);
  await indexing.stop();
  log.info('stopped');
  return 0;
}

async function begin(server: Server, terminal: Terminal): Promise<Running | null> {
  const { config, log } = server;
  try {
    const running = await serve(server);
    await announce(server, running.port, terminal);
    return running;
  } catch (fault) {
    const reason = listenProblem(fault, config);
    if (reason === null) {
      log.error('cannot start', faultFields(fault));
    } else {
      terminal.say(reason);
      log.error('cannot listen', { host: config.host, port: config.port, reason });
    }
    return null;
  }
}

/** Prints the addresses on the terminal, then writes the log. */
async function announce(server: Server, port: number, terminal: Terminal): Promise<void> {
  const { config, log } = server;
  const base = configuredBase(config) ?? listeningBase(config.host, port);
  const token = await setUpToken(server);
  terminal.say(`Leafmark listens at ${base.url('/')}`);
  if (token !== null) {
    terminal.say(`Make the first account at ${base.url(`/setup?token=${token}`)}`);
  }
  log.info('listening', { host: config.host, port, database: config.database.kind });
  warnOfGuesses(config, log);
}

/** The address at which people reach a server that has no configured one. */
function listeningBase(host: string, port: number): BaseAddress {
  const written = host.includes(':') ? `[${host}]` : host;
  const base = baseAt(`http://${written}:${port}`, '');
  const forOthers = baseForOthers(base, reachableAddress(host));
  return forOthers ?? (isLoopbackBind(host) ? base : baseAt(`http://localhost:${port}`, ''));
}

/** Warns when links are made from the `Host` header, which clients can forge. */
function warnOfGuesses({ baseUrl, host }: Config, log: Log): void {
  if (baseUrl !== null || isLoopbackBind(host)) return;
  log.warn('no base address is set: links use the Host header of each request', {
    flag: '--base-url',
  });
}

/** Resolves at the first SIGTERM or SIGINT. A second signal ends the process at once. */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}

type ListenAddress = Pick<Config, 'host' | 'port'>;

/** Reasons by the error codes of node (libuv). */
const LISTEN_REASONS: Readonly<Record<string, (place: ListenAddress) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken. Choose another with --port.`,
  EACCES: ({ port }) =>
    `Port ${port} needs more rights than this account has. Choose one from 1024 on.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}. Choose another with --host.`,
  ENOTFOUND: ({ host }) => `The name ${host} is unknown. Choose another with --host.`,
};

/** Returns the reason why the server can't listen, as a sentence, or null for other errors. */
export function listenProblem(fault: unknown, place: ListenAddress): string | null {
  if (!(fault instanceof Error && 'code' in fault)) return null;
  return LISTEN_REASONS[String(fault.code)]?.(place) ?? null;
}
