import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Finding } from '../../../src/service';
import {
  CHECK_RESULTS,
  readExamination,
  reportOf,
} from '../../../src/service/account/doctor-results';
import { readProjectFile } from '../../support/project';
import { html, useExamined } from '../support/examined';
import { listen, listenRaw, listenWith } from '../support/loopback';
import { quick } from '../support/real-server';

const world = useExamined();
const isCreate = ({ method, url }: Request) => method === 'POST' && url.endsWith('/bookmarks');
/** Examines a server behind a proxy that answers some requests itself. */
const behind = async (instead: (request: Request) => Response | undefined) =>
  world.look(await world.proxied(instead));
const keysOf = (findings: readonly Finding[]) => findings.map(({ key }) => key);
const kept = async () => {
  const listed = await world.real.as(world.token).client.bookmarks.list();
  return listed.ok ? listed.value.body?.map(({ url }) => url) : null;
};

describe('the doctor', () => {
  it('finds no problem with the companion server, and leaves nothing there', async () => {
    const findings = await world.look(world.real.base);
    expect(findings.map(({ check }) => check)).toEqual(['reach', 'server', 'signIn', 'write']);
    expect(findings).toMatchObject([
      { key: 'doctorReached', values: [new URL(world.real.base).host], outcome: 'good' },
      { key: 'doctorVersionLeafmark', values: ['1.2.3', '0.22.3'], outcome: 'good' },
      { key: 'doctorTokenGood', values: [world.user.username], outcome: 'good' },
      { key: 'doctorWrote', outcome: 'good' },
    ]);
    expect(await kept()).toEqual([]);
  });

  it('checks what it can without a sign-in', async () => {
    const findings = await world.look(world.real.base, {}, null);
    const unknown = ['doctorNotSignedIn', 'doctorNotSignedIn'];
    expect(keysOf(findings)).toEqual(['doctorReached', 'doctorVersionLeafmark', ...unknown]);
  });

  it('warns of a connection that others can read', async () => {
    const there = (address: string) => address.replace('http://nas.lan', world.real.base);
    const fetch: typeof globalThis.fetch = (input, init) =>
      typeof input === 'object' && 'url' in input
        ? globalThis.fetch(new Request(there(input.url), input), init)
        : globalThis.fetch(there(String(input)), init);
    const findings = await world.look('http://nas.lan', { transport: { ...quick, fetch } }, null);
    expect(findings[0]).toMatchObject({ key: 'doctorPlain', outcome: 'warning' });
  });
});

describe('the bookmark of the doctor', () => {
  it('is deleted when the connection breaks after it was created', async () => {
    const base = await world.opened(
      listenWith(async (request) => {
        const { pathname, search } = new URL(request.url);
        const body = request.method === 'POST' ? await request.arrayBuffer() : null;
        const { method, headers } = request;
        const answer = await fetch(world.real.base + pathname + search, { method, headers, body });
        return isCreate(request) ? html(502) : answer;
      }),
    );
    expect((await world.look(base)).at(-1)).toMatchObject({ key: 'problemServer' });
    expect(await kept()).toEqual([]);
  });

  it('is named when it cannot be searched after the connection broke', async () => {
    let isMade = false;
    const findings = await behind((request) => {
      isMade ||= isCreate(request);
      const isList = isMade && request.url.includes('/bookmarks?');
      return isCreate(request) || isList ? html(502) : undefined;
    });
    expect(findings.at(-1)).toMatchObject({ key: 'doctorLeftBehind', values: ['Leafmark check'] });
  });
});

const looked = {
  off: async () => {
    const gone = await listenWith(() => html(200));
    await gone.close();
    return world.look(gone.base);
  },
  unknown: () => {
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    return world.look('https://read.example.org', { transport: { ...quick, fetch } });
  },
  silent: async () => {
    const transport = { ...quick, limits: { ...quick.limits, answerMs: 50 } };
    return world.look(await world.opened(listen(() => undefined)), { transport });
  },
  broken: async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';
    return world.look(await world.opened(listenRaw((socket) => socket.end(head))));
  },
  moved: async () => {
    const base = await world.proxied(() => Response.redirect('https://new.example/api/info', 301));
    const connection = { base, token: world.token, extraHeaders: { Gate: 'secret' } };
    return world.look(base, { connection });
  },
  late: () =>
    world.look(world.real.base, { transport: { ...quick, now: () => Date.now() + 600_000 } }),
  withToken: (token: string) => world.look(world.real.base, {}, token),
  mayOnly: async (scope: 'bookmarks:read' | 'profile:read') =>
    looked.withToken(await world.real.t.tokenOf(world.user, [scope])),
  at: (path: string, answer: () => Response) =>
    behind(({ url }) => (url.endsWith(path) ? answer() : undefined)),
  creating: (answer: () => Response) =>
    behind((request) => (isCreate(request) ? answer() : undefined)),
  withoutDelete: () => behind(({ method }) => (method === 'DELETE' ? html(405) : undefined)),
};
const old = { version: { canonical: '0.14.0', release: '0.14.0' } };
const forbidden = () => Response.json({ status: 403, message: 'Forbidden' }, { status: 403 });

type Row = readonly [Finding['check'], Finding['key'], string, () => Promise<readonly Finding[]>];
const ROWS: readonly Row[] = [
  ['reach', 'doctorNotReachedHome', 'a server that is off', looked.off],
  ['reach', 'doctorNotReached', 'an unknown host name', looked.unknown],
  ['reach', 'problemTimeout', 'a server that does not respond', looked.silent],
  ['reach', 'problemInterrupted', 'a connection that breaks', looked.broken],
  ['reach', 'problemMoved', 'a server that has moved', looked.moved],
  ['reach', 'problemAnotherPage', 'another program', () => behind(() => html(200))],
  ['reach', 'problemAnotherPage', 'a wrong path', () => behind(() => html(404))],
  ['reach', 'doctorGate', 'a sign-in wall', () => behind(() => html(401))],
  ['reach', 'problemServer', 'a proxy without its server', () => behind(() => html(502))],
  ['reach', 'problemOdd', 'an odd answer', () => behind(() => Response.json({ version: 3 }))],
  ['server', 'doctorVersionOld', 'an old one', () => looked.at('/info', () => Response.json(old))],
  ['server', 'doctorClockDiffers', 'a wrong clock', looked.late],
  ['signIn', 'problemUnauthorised', 'an invalid token', () => looked.withToken('wrong')],
  ['signIn', 'doctorMayNot', 'reading only', () => looked.mayOnly('bookmarks:read')],
  ['signIn', 'doctorMayNot', 'no reading', () => looked.mayOnly('profile:read')],
  ['signIn', 'problemServer', 'a fault', () => looked.at('/profile', () => html(502))],
  ['signIn', 'problemForbidden', 'no profile', () => looked.at('/profile', forbidden)],
  ['write', 'doctorWriteTooLarge', 'small uploads', () => looked.creating(() => html(413))],
  ['write', 'problemServer', 'a full disk', () => looked.creating(() => html(507))],
  ['write', 'problemForbidden', 'no changes', () => looked.creating(forbidden)],
  ['write', 'doctorLeftBehind', 'no deletions', looked.withoutDelete],
];

describe('the doctor advises on', () => {
  it.each(ROWS)('%s: %s, for %s', async (check, key, _, look) => {
    const findings = await look();
    expect(findings).toHaveLength(4);
    const at = findings.findIndex((finding) => finding.check === check);
    expect(findings[at]).toMatchObject({
      key,
      outcome: expect.stringMatching(/^(?:bad|warning)$/),
    });
    expect(findings[at]?.advice).not.toEqual([]);
    // A check that fails prevents those after it, and nothing else is bad.
    const after = findings[at]?.outcome === 'bad' ? 'skipped' : 'good';
    for (const { outcome } of findings.slice(at + 1)) expect(outcome).toBe(after);
    for (const { outcome } of findings.slice(0, at)) expect(outcome).toBe('good');
  });
});

describe('the messages of the doctor', () => {
  it('give advice for everything that is bad', () => {
    const results = Object.values(CHECK_RESULTS);
    const bad = results.filter(({ outcome }) => outcome === 'bad');
    expect(bad.filter(({ advice }) => advice.length === 0)).toEqual([]);
  });

  it('form a report without a secret, even one that the server quotes', async () => {
    const catalogue = parse(readProjectFile('locales/en.yml')) as Record<string, string>;
    const token = 'a-secret-token';
    const base = await world.proxied(({ url }) =>
      url.endsWith('/profile')
        ? Response.json({ status: 401, message: token }, { status: 401 })
        : undefined,
    );
    const connection = { base, token, extraHeaders: { Gate: 'gate-key' } };
    const report = reportOf(await world.look(base, { connection }), base, (key, values) =>
      values.reduce((text, value, n) => text.replace(`$${n + 1}`, value), catalogue[key] ?? ''),
    );
    expect(report).toContain('signIn: bad — The server does not accept this sign-in.\n  - Sign in');
    expect(report).not.toMatch(/a-secret-token|gate-key|\$\d| — \n/);
  });
});

describe('the stored findings', () => {
  const found = { check: 'reach', key: 'doctorReached', values: ['read.example.org'] };
  const stored = (findings: readonly unknown[]) => ({
    base: 'https://read.example.org',
    findings,
    isDone: true,
  });

  it('are explained when they are read', () => {
    expect(readExamination(stored([found]))?.findings).toEqual([
      { ...found, outcome: 'good', advice: [] },
    ]);
  });

  it.each([null, {}, { ...found, key: 'doctorOfAnotherVersion' }, { ...found, check: 'redirect' }])(
    'of another version count as if nobody had checked: %j',
    (odd) => {
      expect(readExamination(stored([found, odd]))).toBeNull();
    },
  );
});
