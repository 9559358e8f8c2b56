// @module-tag full
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyLimitsOf, MAX_OPEN_FORM_BYTES } from '../../../server/http/request-body';
import { pagesOf } from '../../../server/pages/mount-pages';
import type { Route } from '../../../src/contract';
import { text } from '../../../src/contract/form/field';
import { TEST_TIMEOUT_MS } from '../../support/timeouts';
import { describeOnDatabases } from '../storage/support/databases';
import type { RouteCases } from './case';
import { CASES } from './cases';
import { MOUNTED_ROUTES } from './mounted';
import { rawRequest } from './raw-request';
import {
  isTestedOn,
  type Kept,
  ONE_IN,
  startTimedServer,
  type TimedServer,
  tooLong,
} from './timed-server';
import {
  addressOf,
  hasMarks,
  type WorstRequest,
  worstAddresses,
  worstBodies,
} from './worst-bodies';

const MEGABYTE = 1024 * 1024;
const MAX_BYTES_IN_PARTS = ONE_IN === 1 ? Number.POSITIVE_INFINITY : 8 * MEGABYTE;

/** The pages with forms, and their fields. */
const PAGES = {
  '/login': ['login', 'password', 'r'],
  '/setup': ['token', 'username', 'password'],
  '/authorize': ['granted'],
  '/device': ['user_code'],
  '/logout': ['csrf'],
  '/app/leave': ['csrf'],
  '/app/sign-out': ['person'],
} as const;
const cases: Readonly<Record<string, Readonly<Record<string, RouteCases>>>> = CASES;

/**
 * Selects different requests for each route, so that each is sent to some route. Routes that need
 * no token always get those in chunks of one byte, which cost the most per byte. Every field gets
 * marks.
 */
const sampled = (
  all: readonly WorstRequest[],
  title: string,
  isOpen: boolean,
  database: string,
) => {
  const first = [...title].reduce((sum, char) => sum + char.charCodeAt(0), 0);
  return all.filter(
    (worst, at) =>
      hasMarks(worst) ||
      (isOpen && worst.isInBytes && isTestedOn(database, first)) ||
      ((at + first) % ONE_IN === 0 && isTestedOn(database, at)),
  );
};

describeOnDatabases('the worst requests to a server on %s', (database, databaseName) => {
  let timed: TimedServer;
  beforeAll(async () => {
    timed = await startTimedServer(database);
  });
  afterAll(() => timed.remove());

  let sent = 0;
  /** Sends a request without waiting for the server. Returns the first line of the response. */
  async function send(method: string, path: string, worst: WorstRequest): Promise<string> {
    const { server, world, cookie } = timed;
    const { port, host } = new URL(server.base);
    sent += 1;
    const bytes = rawRequest(method, path, worst, {
      host,
      connection: 'close',
      authorization: `Bearer ${world.token}`,
      cookie,
      'sec-fetch-site': 'same-origin',
      // Requests come from many addresses, so that the rate limit does not refuse them.
      'x-forwarded-for': `198.51.${Math.floor(sent / 250)}.${sent % 250}`,
    });
    const socket = connect(Number(port), '127.0.0.1');
    // The server may refuse the request before all of it is sent.
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (data) => {
      answer += answer.length < 100 ? data.toString('latin1') : '';
    });
    socket.write(bytes);
    await new Promise((resolve) => socket.once('close', resolve));
    return answer.split('\r\n', 1)[0] ?? '';
  }

  /** Sends all requests. Returns how long each blocked the server, in ms. */
  const sendAll = (method: string, path: string, all: readonly WorstRequest[]) =>
    timed.measure(all.map((worst) => [worst.shape, () => send(method, path, worst)] as const));

  /** Returns the bodies in chunks of one byte that were neither refused nor cut off. */
  const readInBytes = (kept: Kept) =>
    [...kept.keys()].filter((sent) => /in bytes: (?!HTTP\/1.1 413 |$)/.test(sent));

  const timeout = ONE_IN === 1 ? 600_000 : TEST_TIMEOUT_MS;

  it.each(MOUNTED_ROUTES)('$title does not block the server', { timeout }, async (mounted) => {
    const { group, name, route, title } = mounted;
    const { world, t } = timed;
    const good = await cases[group]?.[name]?.good(world);
    const json = (good?.json ?? {}) as Readonly<Record<string, unknown>>;
    const { maxBytes, maxTextBytes } = bodyLimitsOf(route as Route, t.server.config);
    const inParts = Math.min(maxBytes, MAX_BYTES_IN_PARTS);
    const bodies = worstBodies(route, json, maxTextBytes, inParts);
    const all = [...bodies, ...worstAddresses()];
    const path = good?.path ?? addressOf(route);
    // An event stream may not end, and its client would wait.
    const some =
      group === 'events' ? [] : sampled(all, title, route.access === 'public', databaseName);
    const kept = await sendAll(route.method, path, some);
    expect(tooLong(kept)).toEqual([]);
    if (route.access === 'public') expect(readInBytes(kept)).toEqual([]);
  });

  it.each(Object.entries(PAGES))(
    '%s does not block the server',
    { timeout },
    async (path, names) => {
      expect(pagesOf(timed.t.server).map((page) => page.path)).toContain(path);
      const form = Object.fromEntries(names.map((name) => [name, text()]));
      const page = {
        body: { form, types: ['json', 'urlencoded', 'multipart'] },
      } as unknown as Route;
      const all = [
        ...worstBodies(page, {}, MAX_OPEN_FORM_BYTES, MAX_OPEN_FORM_BYTES),
        ...worstAddresses(),
      ];
      const kept = await sendAll('POST', path, sampled(all, path, true, databaseName));
      expect(tooLong(kept)).toEqual([]);
    },
  );
});
