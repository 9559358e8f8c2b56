import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { api, type Route, type Routes } from '../../../src/contract';
import {
  addressToSend,
  candidatesFor,
  pastedToken,
  readAccounts,
  readExtraHeaders,
  readRedirect,
} from '../../../src/service';
import { clientOf, quick } from '../support/real-server';

const ID = 'YcVfxkQb6JRzqk5kF2tNLv';
type Methods = Readonly<Record<string, (...args: readonly unknown[]) => Promise<{ ok: boolean }>>>;

/** Every method of the client, called with something for each of its arguments. */
const METHODS = Object.entries(api as Readonly<Record<string, Routes>>).flatMap(([group, routes]) =>
  Object.entries(routes)
    .filter(([, route]: [string, Route]) => route.access !== 'session')
    .map(([name]) => [group, name] as const),
);

const status = fc.constantFrom(
  200,
  201,
  202,
  204,
  206,
  304,
  400,
  401,
  403,
  404,
  410,
  413,
  422,
  500,
);
const type = fc.constantFrom('application/json', 'text/html', 'text/plain', 'image/png', 'x', '');
const text = fc.oneof(
  fc.json(),
  fc.string(),
  fc.constantFrom('', 'null', '[]', '{}', '[{}]', '{"status":404,"message":"x"}', '<html>'),
);

describe('arbitrary responses', () => {
  it('resolve each call, and only the service can sign out or report a deletion', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...METHODS),
        status,
        type,
        text,
        async ([group, name], code, contentType, body) => {
          const hasBody = code !== 204 && code !== 304;
          const headers = { ...(contentType !== '' && { 'Content-Type': contentType }) };
          const fetch = async () => new Response(hasBody ? body : null, { status: code, headers });
          const { client } = clientOf(
            { base: 'https://a.example', token: 't' },
            { ...quick, fetch },
          );
          // The groups of the client have the names of the contract's groups.
          const methods = client[group as keyof typeof client] as unknown as Methods;
          const answer: { ok: boolean; error?: { kind: string } } = await methods[name]!(
            ID,
            ID,
            ID,
            {},
          );
          const isFromService = body.includes('"status"') || answer.error?.kind === undefined;
          if (!isFromService)
            expect(['unauthorised', 'forbidden']).not.toContain(answer.error?.kind);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('arbitrary input', () => {
  const typed = fc.oneof(
    fc.string(),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: fc.constantFrom(...'htps:/@.?#[]%\\ a1é\n') }),
  );

  it('leads to web addresses without a password when it is used as an address', () => {
    fc.assert(
      fc.property(typed, (address) => {
        const candidates = candidatesFor(address);
        for (const base of candidates.ok ? candidates.value : []) {
          const { protocol, username, password, search, hash } = new URL(base);
          expect([username, password, search, hash]).toEqual(['', '', '', '']);
          expect(['http:', 'https:']).toContain(protocol);
          expect(base.endsWith('/')).toBe(false);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('can be sent as headers or as a token', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (first, second) => {
        const headers = readExtraHeaders(`${first}: ${second}`);
        if (headers.ok) expect(() => new Headers({ ...headers.value })).not.toThrow();
        const token = pastedToken(first + second);
        if (token)
          expect(() => new Headers({ Authorization: `Bearer ${token.token}` })).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });

  it('is stable as the address of a page when it is sent again', () => {
    fc.assert(
      fc.property(typed, (address) => {
        const sent = addressToSend(address);
        if (sent !== null) expect(addressToSend(sent)).toBe(sent);
      }),
    );
  });
});

describe('arbitrary stored values and redirects', () => {
  it("give a code only with the client's own state", () => {
    const pending = {
      base: 'https://a.example',
      extraHeaders: {},
      clientId: 'c',
      redirectUri: 'https://abc.chromiumapp.org/',
      state: 'the-state',
      verifier: 'v',
      url: '',
      expiresAt: 1,
    };
    const query = fc.string({
      unit: fc.constantFrom('code=', 'state=', 'the-state', '&', 'x', '%'),
    });
    const address = fc.oneof(
      fc.webUrl(),
      query.map((q) => `https://abc.chromiumapp.org/?${q}`),
    );
    fc.assert(
      fc.property(address, (cameBackTo) => {
        const code = readRedirect(pending, cameBackTo, 0);
        if (code.ok) expect(new URL(cameBackTo).searchParams.get('state')).toBe('the-state');
      }),
      { numRuns: 2000 },
    );
  });

  it('are parsed from the storage without an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (stored, accounts) => {
        expect(readAccounts(stored).accounts).toEqual([]);
        expect(readAccounts({ active: 'x', accounts }).active).toBeNull();
      }),
    );
  });
});
