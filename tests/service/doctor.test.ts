import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { UserRow } from '../../server/storage';
import { type Examined, examine, type Finding, reportOf } from '../../src/service';
import { STEPS } from '../../src/service/doctor/finding';
import { SAYINGS } from '../../src/service/doctor/sayings';
import { runDueJobs } from '../server/support/run-jobs';
import { DATABASES } from '../storage/support/databases';
import { projectFiles, readProjectFile } from '../support/project';
import { listed } from './support/good';
import { type Loopback, listen, listenBefore, listenRaw, listenWith } from './support/loopback';
import { quick, type RealServer, startReal } from './support/real-server';

const [, sqlite] = DATABASES[0];
const APP = {
  name: 'Leafmark',
  uri: 'https://app.example/',
  softwareId: 'e0e0f4a0',
  softwareVersion: '1.0',
};

let real: RealServer;
let user: UserRow;
let token: string;
beforeAll(async () => {
  real = await startReal(sqlite);
  user = await real.t.addUser();
  token = await real.t.tokenOf(user);
});
afterAll(() => real.stop());
const open: Loopback[] = [];
afterEach(async () => {
  for (const loopback of open.splice(0)) await loopback.close();
});
const opened = async (loopback: Promise<Loopback>) => {
  open.push(await loopback);
  return open.at(-1)!.base;
};
const proxied = (instead: Parameters<typeof listenBefore>[1]) =>
  opened(listenBefore(real.base, instead));

let made = 0;
/** The findings of a connection to `base`. */
function look(base: string, more: Partial<Examined> = {}, withToken: string | null = token) {
  return listed(
    examine({
      connection: { base, token: withToken },
      app: APP,
      redirectUri: 'https://abcdef.chromiumapp.org/',
      transport: {
        ...quick,
        sleep: async () => void (await runDueJobs(real.t.server)),
      },
      newId: () => String(made++),
      ...more,
    }),
  );
}
/** What is not good, in the words' keys, without what was not looked at. */
const troubles = (findings: readonly Finding[]) =>
  findings
    .filter(({ outcome }) => outcome === 'bad' || outcome === 'warning')
    .map(({ key }) => key);
const html = (status: number) =>
  new Response('<!doctype html>', { status, headers: { 'Content-Type': 'text/html' } });

describe('the doctor', () => {
  it('finds everything right with our server, and leaves nothing there', async () => {
    const findings = await look(real.base);
    expect(findings.map(({ step }) => step)).toEqual([...STEPS]);
    // On loopback the line is plain, and that is said.
    expect(troubles(findings)).toEqual(['doctorPlain']);
    expect(findings.at(-1)).toMatchObject({ step: 'write', key: 'doctorWrote' });
    const { client } = real.as(token);
    expect(await client.bookmarks.list()).toMatchObject({ value: { body: [] } });
  });

  it('leaves nothing there when the line breaks after it was made', async () => {
    const base = await opened(
      listenWith(async (request) => {
        const { pathname, search } = new URL(request.url);
        const body = request.method === 'POST' ? await request.arrayBuffer() : null;
        const { method, headers } = request;
        const answer = await fetch(real.base + pathname + search, { method, headers, body });
        const isCreate = method === 'POST' && pathname.endsWith('/bookmarks');
        return isCreate ? html(502) : answer;
      }),
    );
    const findings = await look(base);
    expect(findings.at(-1)).toMatchObject({ key: 'doctorNotWritten', values: ['server'] });
    const { client } = real.as(token);
    expect(await client.bookmarks.list()).toMatchObject({ value: { body: [] } });
  });

  it('looks at what it can without a sign-in', async () => {
    const findings = await look(real.base, {}, null);
    const without = findings.filter(({ key }) => key === 'doctorNotSignedIn');
    expect(without.map(({ step }) => step)).toEqual(['token', 'scopes', 'read', 'write']);
    expect(findings.find(({ step }) => step === 'redirect')?.key).toBe('doctorPageOpens');
  });
});

describe('the doctor names', () => {
  it.each<[string, string, () => Promise<readonly Finding[]>]>([
    [
      'a server that is off',
      'doctorNotReachedHome',
      async () => {
        const gone = await listenWith(() => html(200));
        await gone.close();
        return look(gone.base);
      },
    ],
    [
      'a name that nobody has',
      'doctorNotReached',
      () => {
        const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
        return look('https://read.example.org', { transport: { ...quick, fetch } });
      },
    ],
    [
      'a server that is silent',
      'doctorTooSlow',
      async () => {
        const transport = { ...quick, limits: { ...quick.limits, answerMs: 50 } };
        return look(await opened(listen(() => undefined)), { transport });
      },
    ],
    [
      'a line that breaks',
      'doctorBrokeOff',
      async () =>
        look(
          await opened(
            listenRaw((socket) =>
              socket.end(
                'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
              ),
            ),
          ),
        ),
    ],
    [
      'another program',
      'doctorAnotherPage',
      async () => look(await opened(listenWith(() => html(200)))),
    ],
    [
      'a wrong path',
      'doctorAnotherPage',
      async () => look(await proxied(({ url }) => (url.includes('/api/') ? html(404) : undefined))),
    ],
    ['a gate', 'doctorGate', async () => look(await proxied(() => html(401)))],
    [
      'a proxy without its server',
      'doctorServerFails',
      async () => look(await proxied(() => html(502))),
    ],
    [
      'a server that has moved',
      'doctorMoved',
      async () =>
        look(await proxied(() => Response.redirect('https://new.example/api/info', 301)), {
          connection: { base: open.at(-1)!.base, token, extraHeaders: { Gate: 'secret' } },
        }),
    ],
    [
      'an odd answer',
      'doctorOddAnswer',
      async () => look(await proxied(() => Response.json({ version: 3 }))),
    ],
    [
      'a server that is too old for apps',
      'doctorVersionOld',
      async () =>
        look(
          await proxied(({ url }) =>
            url.endsWith('/info')
              ? Response.json({ version: { canonical: '0.14.0', release: '0.14.0' } })
              : undefined,
          ),
        ),
    ],
    [
      'a clock that is wrong',
      'doctorClockDiffers',
      () => look(real.base, { transport: { ...quick, now: () => Date.now() + 600_000 } }),
    ],
    [
      'a server that can not look us up',
      'doctorAppNotAccepted',
      () => look(real.base, { app: { ...APP, uri: 'https://nowhere.example/' } }),
    ],
    [
      'a way back that is not accepted',
      'doctorRedirectRefused',
      () => look(real.base, { redirectUri: 'http://localhost/back' }),
    ],
    [
      'a proxy that hides the page of consent',
      'doctorPageFails',
      async () =>
        look(await proxied(({ url }) => (url.includes('/authorize') ? html(404) : undefined))),
    ],
    ['a token that is not good', 'doctorTokenBad', () => look(real.base, {}, 'wrong')],
    [
      'a token that may read only',
      'doctorMayNot',
      async () => look(real.base, {}, await real.t.tokenOf(user, ['bookmarks:read'])),
    ],
    [
      'a token that may not even read',
      'doctorNotRead',
      async () => look(real.base, {}, await real.t.tokenOf(user, ['profile:read'])),
    ],
    [
      'a server that does not take pages',
      'doctorNotWritten',
      async () =>
        look(
          await proxied(({ method, url }) =>
            method === 'POST' && url.endsWith('/bookmarks') ? html(413) : undefined,
          ),
        ),
    ],
    [
      'a proxy that lets nobody delete',
      'doctorLeftBehind',
      async () =>
        look(await proxied(({ method }) => (method === 'DELETE' ? html(405) : undefined))),
    ],
  ])('%s: %s', async (_, key, found) => {
    const findings = await found();
    expect(troubles(findings)).toContain(key);
    expect(findings.map(({ step }) => step).toSorted()).toEqual([...STEPS].toSorted());
    const bad = findings.find((finding) => finding.key === key)!;
    expect(bad.advice.length).toBeGreaterThan(0);
  });
});

describe('its words', () => {
  const catalogue = parse(readProjectFile('locales/en.yml')) as Record<string, string>;
  const source = projectFiles(['src/service/doctor/*.ts']).map(readProjectFile).join('\n');

  it('are all in the catalogue, with a place for each value', () => {
    const keys = new Set(source.match(/\bdoctor[A-Z]\w+/g));
    expect(keys.size).toBeGreaterThan(50);
    expect([...keys].filter((key) => catalogue[key] === undefined)).toEqual([]);
  });

  it('say what to do about all that is bad', () => {
    const without = Object.entries(SAYINGS).filter(
      ([, { outcome, advice }]) => outcome === 'bad' && advice.length === 0,
    );
    expect(without).toEqual([]);
  });

  it('make a report without a secret, even one that the server says back', async () => {
    const secret = 'a-secret-token';
    const says = () =>
      Response.json(
        { error: 'invalid_client_metadata', error_description: secret },
        { status: 400 },
      );
    const base = await proxied(({ url }) => (url.endsWith('/oauth/client') ? says() : undefined));
    const connection = { base, token: secret, extraHeaders: { Gate: 'gate-key' } };
    const findings = await look(base, { connection });
    const report = reportOf(findings, connection, (key, values) =>
      values.reduce((text, value, n) => text.replace(`$${n + 1}`, value), catalogue[key] ?? key),
    );
    expect(report).toContain('token: bad — The sign-in is not good any more.\n  - Sign in.');
    expect(report).toContain('introduces itself: …');
    expect(report).not.toMatch(/a-secret-token|gate-key|\$\d/);
  });
});
