import { afterAll, afterEach, beforeAll } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { type ExamineOptions, examine, type Finding } from '../../../src/service';
import { explained } from '../../../src/service/account/doctor-results';
import { DATABASES } from '../../server/storage/support/databases';
import { runDueJobs } from '../../server/support/run-jobs';
import { type Loopback, listenBefore } from './loopback';
import { quick, type RealServer, startReal } from './real-server';

const [, sqlite] = DATABASES[0];
/** The companion server with a user and a token, and optional proxies in front of it. */
export interface ExaminedWorld {
  readonly real: RealServer;
  readonly user: UserRow;
  readonly token: string;
  /** Returns the address of a loopback server, which is closed after the test. */
  opened(loopback: Promise<Loopback>): Promise<string>;
  /** Returns the address of a proxy in front of the server that may answer instead. */
  proxied(instead: Parameters<typeof listenBefore>[1]): Promise<string>;
  /** Examines the connection to `base` and returns the findings. */
  look(
    base: string,
    more?: Partial<ExamineOptions>,
    withToken?: string | null,
  ): Promise<readonly Finding[]>;
}

export function useExamined(): ExaminedWorld {
  let real: RealServer;
  let user: UserRow;
  let token: string;
  let made = 0;
  const open: Loopback[] = [];
  beforeAll(async () => {
    real = await startReal(sqlite);
    user = await real.t.addUser();
    token = await real.t.tokenOf(user);
  });
  afterAll(() => real.stop());
  afterEach(async () => {
    for (const loopback of open.splice(0)) await loopback.close();
  });
  const opened = async (opening: Promise<Loopback>) => {
    const loopback = await opening;
    open.push(loopback);
    return loopback.base;
  };
  return {
    get real() {
      return real;
    },
    get user() {
      return user;
    },
    get token() {
      return token;
    },
    opened,
    proxied: (instead) => opened(listenBefore(real.base, instead)),
    look(base, more = {}, withToken = token) {
      const input = {
        connection: { base, token: withToken },
        transport: { ...quick, sleep: async () => void (await runDueJobs(real.t.server)) },
        newId: () => String(made++),
      };
      return Array.fromAsync(examine({ ...input, ...more }), explained);
    },
  };
}

export const html = (status: number) =>
  new Response('<!doctype html>', { status, headers: { 'Content-Type': 'text/html' } });
