import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Finding } from '../../../src/service';
import {
  readExamination,
  reportOf,
  STEP_RESULTS,
} from '../../../src/service/account/doctor-results';
import { DOCTOR_STEPS } from '../../../src/service/account/doctor-steps';
import { projectFiles, readProjectFile } from '../../support/project';
import { APP, html, problems, useExamined } from '../support/examined';
import { listen, listenRaw, listenWith } from '../support/loopback';
import { quick } from '../support/real-server';

const world = useExamined();

describe('the doctor', () => {
  it('finds no problem with the companion server, and leaves nothing there', async () => {
    const findings = await world.look(world.real.base);
    expect(findings.map(({ step }) => step)).toEqual([...DOCTOR_STEPS]);
    expect(problems(findings)).toEqual([]);
    // The connection is not encrypted, but it stays on this machine.
    expect(findings.find(({ step }) => step === 'privacy')?.key).toBe('doctorLocal');
    expect(findings.find(({ step }) => step === 'write')?.key).toBe('doctorWrote');
    const { client } = world.real.as(world.token);
    expect(await client.bookmarks.list()).toMatchObject({ value: { body: [] } });
  });

  it('reports both versions of a Leafmark server: its own and that of the API', async () => {
    const findings = await world.look(world.real.base, {}, null);
    expect(findings.find(({ step }) => step === 'version')).toMatchObject({
      key: 'doctorVersionLeafmark',
      values: ['1.2.3', '0.22.3'],
    });
  });

  it('examines what it can without a sign-in', async () => {
    const findings = await world.look(world.real.base, {}, null);
    const without = findings.filter(({ key }) => key === 'doctorNotSignedIn');
    expect(without.map(({ step }) => step)).toEqual(['token', 'scopes', 'read', 'write']);
    expect(findings.find(({ step }) => step === 'redirect')?.key).toBe('doctorPageOpens');
  });
});

describe('a sign-in method that does not work', () => {
  const unknown = { app: { ...APP, uri: 'https://nowhere.example/' } };
  const outcomes = (findings: readonly Finding[]) =>
    findings.filter(({ outcome }) => outcome !== 'good').map(({ key, outcome }) => [key, outcome]);

  it('is a remark without advice when the user is signed in', async () => {
    const findings = await world.look(world.real.base, unknown);
    expect(outcomes(findings)).toEqual([
      ['problemClient', 'warning'],
      ['doctorNotAsked', 'skipped'],
    ]);
    const remark = findings.find(({ key }) => key === 'problemClient');
    expect(remark?.advice).toEqual(['doctorTryNothing']);
  });

  it.each([
    ['the user is not signed in', null],
    ['the token is no longer valid', 'wrong'],
  ])('is a problem where %s', async (_, token) => {
    const findings = await world.look(world.real.base, unknown, token);
    expect(outcomes(findings)).toContainEqual(['problemClient', 'bad']);
  });
});

describe('the doctor reports', () => {
  it.each<[string, string, () => Promise<readonly Finding[]>]>([
    [
      'a server that is switched off',
      'doctorNotReachedHome',
      async () => {
        const gone = await listenWith(() => html(200));
        await gone.close();
        return world.look(gone.base);
      },
    ],
    [
      'an unknown host name',
      'doctorNotReached',
      () => {
        const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
        return world.look('https://read.example.org', { transport: { ...quick, fetch } });
      },
    ],
    [
      'a server that does not respond',
      'problemTimeout',
      async () => {
        const transport = { ...quick, limits: { ...quick.limits, answerMs: 50 } };
        return world.look(await world.opened(listen(() => undefined)), { transport });
      },
    ],
    [
      'a connection that breaks',
      'problemInterrupted',
      async () =>
        world.look(
          await world.opened(
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
      'problemAnotherPage',
      async () => world.look(await world.opened(listenWith(() => html(200)))),
    ],
    [
      'a wrong path',
      'problemAnotherPage',
      async () =>
        world.look(
          await world.proxied(({ url }) => (url.includes('/api/') ? html(404) : undefined)),
        ),
    ],
    ['a sign-in wall', 'doctorGate', async () => world.look(await world.proxied(() => html(401)))],
    [
      'a proxy without its server',
      'problemServer',
      async () => world.look(await world.proxied(() => html(502))),
    ],
    [
      'a server that has moved',
      'problemMoved',
      async () => {
        const base = await world.proxied(() =>
          Response.redirect('https://new.example/api/info', 301),
        );
        const { token } = world;
        const connection = { base, token, extraHeaders: { Gate: 'secret' } };
        return world.look(base, { connection });
      },
    ],
    [
      'an unexpected answer',
      'problemOdd',
      async () => world.look(await world.proxied(() => Response.json({ version: 3 }))),
    ],
    [
      'a server that is too old for apps',
      'doctorVersionOld',
      async () =>
        world.look(
          await world.proxied(({ url }) =>
            url.endsWith('/info')
              ? Response.json({ version: { canonical: '0.14.0', release: '0.14.0' } })
              : undefined,
          ),
        ),
    ],
    [
      'a clock that is wrong',
      'doctorClockDiffers',
      () =>
        world.look(world.real.base, { transport: { ...quick, now: () => Date.now() + 600_000 } }),
    ],
    [
      'a server that cannot look up the app',
      'problemClient',
      () => world.look(world.real.base, { app: { ...APP, uri: 'https://nowhere.example/' } }),
    ],
    [
      'a redirect address that is not accepted',
      'doctorRedirectRefused',
      () => world.look(world.real.base, { redirectUri: 'http://localhost/back' }),
    ],
    [
      'a proxy that hides the page of consent',
      'doctorPageFails',
      async () =>
        world.look(
          await world.proxied(({ url }) => (url.includes('/authorize') ? html(404) : undefined)),
        ),
    ],
    ['an invalid token', 'problemUnauthorised', () => world.look(world.real.base, {}, 'wrong')],
    [
      'an unencrypted connection',
      'doctorPlain',
      () => {
        const there = (address: string) => address.replace('http://nas.lan', world.real.base);
        const fetch: typeof globalThis.fetch = (input, init) =>
          typeof input === 'object' && 'url' in input
            ? globalThis.fetch(new Request(there(input.url), input), init)
            : globalThis.fetch(there(String(input)), init);
        return world.look('http://nas.lan', { transport: { ...quick, fetch } });
      },
    ],
    [
      'a token that may read only',
      'doctorMayNot',
      async () =>
        world.look(world.real.base, {}, await world.real.t.tokenOf(world.user, ['bookmarks:read'])),
    ],
    [
      'a token that may not even read',
      'problemForbidden',
      async () =>
        world.look(world.real.base, {}, await world.real.t.tokenOf(world.user, ['profile:read'])),
    ],
    [
      'a server that does not accept pages',
      'doctorWriteTooLarge',
      async () =>
        world.look(
          await world.proxied(({ method, url }) =>
            method === 'POST' && url.endsWith('/bookmarks') ? html(413) : undefined,
          ),
        ),
    ],
    [
      'a proxy that blocks deletions',
      'doctorLeftBehind',
      async () =>
        world.look(
          await world.proxied(({ method }) => (method === 'DELETE' ? html(405) : undefined)),
        ),
    ],
  ])('%s: %s', async (_, key, found) => {
    const findings = await found();
    expect(problems(findings)).toContain(key);
    expect(findings.map(({ step }) => step).toSorted()).toEqual([...DOCTOR_STEPS].toSorted());
    const bad = findings.find((finding) => finding.key === key)!;
    expect(bad.advice.length).toBeGreaterThan(0);
  });
});

describe('the messages of the doctor', () => {
  const catalogue = parse(readProjectFile('locales/en.yml')) as Record<string, string>;
  const source = projectFiles(['src/service/account/{doctor-results,doctor-findings,examine*}.ts'])
    .map(readProjectFile)
    .join('\n');

  it('are all in the catalogue, with a place for each value', () => {
    const keys = new Set(source.match(/\bdoctor[A-Z]\w+/g));
    expect(keys.size).toBeGreaterThanOrEqual(50);
    expect([...keys].filter((key) => catalogue[key] === undefined)).toEqual([]);
  });

  it('give advice for everything that is bad', () => {
    const without = Object.entries(STEP_RESULTS).filter(
      ([, { outcome, advice }]) => outcome === 'bad' && advice.length === 0,
    );
    expect(without).toEqual([]);
  });

  it('form a report without a secret, even one that the server quotes', async () => {
    const secret = 'a-secret-token';
    const says = () =>
      Response.json(
        { error: 'invalid_client_metadata', error_description: secret },
        { status: 400 },
      );
    const base = await world.proxied(({ url }) =>
      url.endsWith('/oauth/client') ? says() : undefined,
    );
    const connection = { base, token: secret, extraHeaders: { Gate: 'gate-key' } };
    const findings = await world.look(base, { connection });
    const report = reportOf(findings, base, (key, values) =>
      values.reduce((text, value, n) => text.replace(`$${n + 1}`, value), catalogue[key] ?? key),
    );
    expect(report).toContain('token: bad — The server does not accept this sign-in.\n  - Sign in');
    expect(report).toContain('register as an app. …');
    expect(report).not.toMatch(/a-secret-token|gate-key|\$\d/);
  });
});

describe('the stored findings', () => {
  const step = { step: 'reach', key: 'doctorReached', values: ['read.example.org'] };
  const stored = (findings: readonly unknown[]) => ({
    base: 'https://read.example.org',
    findings,
    isDone: true,
  });

  it('are explained when they are read', () => {
    expect(readExamination(stored([step]))?.findings).toMatchObject([{ ...step, outcome: 'good' }]);
  });

  it.each([[null], ['reached'], [{}], [{ ...step, key: 'doctorOfAnotherVersion' }]])(
    'of another version count as if nobody had checked: %j',
    (odd) => {
      expect(readExamination(stored([step, odd]))).toBeNull();
    },
  );
});
