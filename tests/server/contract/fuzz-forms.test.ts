// @module-tag full
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagesOf } from '../../../server/pages/mount-pages';
import type { PageRoute } from '../../../server/pages/page';
import type { UserRow } from '../../../server/storage';
import { form, text } from '../../../src/contract/form/field';
import { HOUR_MS } from '../../../src/domain/time';
import { elementsIn } from '../../support/html-elements';
import { TEST_TIMEOUT_MS } from '../../support/timeouts';
import { describeOnDatabases } from '../storage/support/databases';
import { authorizePath, formOf, OWN_PAGE, REDIRECT, register } from '../support/oauth';
import { BASE, type Sent, startServer, type TestServer } from '../support/test-server';
import { anyMultipart, sentParts } from './any-multipart';
import { pairsOf } from './any-request';
import { anyOfForm } from './any-value';

/** Requests to each page. `npm run soak -- fuzz` sends more. */
const RUNS = Math.ceil(Number(process.env.LEAFMARK_FUZZ ?? 12) / 4);
const TIMEOUT_MS = TEST_TIMEOUT_MS + RUNS * 2000;

/** All fields of forms and parameters of pages, and one that no page has. */
const FIELDS = [
  ...['csrf', 'login', 'password', 'r', 'token', 'username', 'name', 'roles', 'new_password'],
  ...['user_code', 'granted', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'x'],
];
const FORM = form(() => Object.fromEntries(FIELDS.map((name) => [name, text()])));

const anyVisit = fc.record({
  isSignedIn: fc.boolean(),
  /**
   * True if the browser reports a form of the same origin and the form has the session's CSRF
   * token.
   */
  isOwnForm: fc.boolean(),
  hasAuthorization: fc.boolean(),
  id: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u0000', '%', 'x'.repeat(20))),
  query: anyOfForm(FORM),
  form: anyOfForm(FORM),
  inParts: fc.option(anyMultipart(FORM)),
});
type AnyVisit = typeof anyVisit extends fc.Arbitrary<infer V> ? V : never;

describeOnDatabases('any form or address on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada', { password: 'correct horse battery' });
  });
  afterAll(() => t.remove());

  /**
   * Returns the address of `page`, with the parameters of an app's authorization request if the
   * visit has one.
   */
  async function pathOf(page: PageRoute, visit: AnyVisit): Promise<string> {
    const { search } = new URL(authorizePath(await register(t)), BASE);
    const pairs = new URLSearchParams(visit.hasAuthorization ? search : '');
    for (const [name, value] of pairsOf(visit.query)) pairs.append(name, value);
    return `${page.path.replace('{id}', encodeURIComponent(visit.id))}?${pairs}`;
  }

  async function send(page: PageRoute, visit: AnyVisit): Promise<Response> {
    t.advance(HOUR_MS);
    const path = await pathOf(page, visit);
    const cookie = visit.isSignedIn ? await t.cookieOf(ada) : '';
    const sent: Sent = {
      cookie,
      headers: { accept: 'text/html', ...(visit.isOwnForm && OWN_PAGE) },
    };
    if (page.method === 'GET') return t.send('GET', path, sent);
    if (visit.inParts) {
      const { headers, ...parts } = sentParts(visit.inParts);
      return t.send('POST', path, { ...sent, ...parts, headers: { ...sent.headers, ...headers } });
    }
    const form = pairsOf(visit.form);
    if (visit.isOwnForm && visit.isSignedIn) {
      const { csrf = '' } = await formOf(await t.send('GET', '/profile', sent));
      form.set('csrf', csrf);
    }
    return t.send('POST', path, { ...sent, form });
  }

  it('gets a page without scripts or a redirect to an allowed address', {
    timeout: TIMEOUT_MS,
  }, async () => {
    for (const page of pagesOf(t.server)) {
      const check = fc.asyncProperty(anyVisit, async (visit) => {
        const answer = await send(page, visit);
        expect(answer.status).toBeLessThan(500);
        const to = answer.headers.get('Location');
        if (to === null) await expectHarmless(answer);
        else expect(isAllowed(new URL(to, BASE)), to).toBe(true);
      });
      await fc.assert(check, { numRuns: RUNS });
    }
    expect(t.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

/**
 * Returns true for an address of this server, and for the app's own redirect address with its
 * parameters.
 */
function isAllowed(to: URL): boolean {
  const back = new URL(REDIRECT);
  if (to.origin === new URL(BASE).origin) return true;
  const isTheApp = to.origin === back.origin && to.pathname === back.pathname;
  return (
    isTheApp && [...back.searchParams].every(([name, value]) => to.searchParams.get(name) === value)
  );
}

/** Expects that a response cannot be framed and runs no script. */
async function expectHarmless(answer: Response): Promise<void> {
  expect(answer.headers.get('X-Frame-Options')).toBe('DENY');
  const policy = answer.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).not.toMatch(/script-src|unsafe|\*/);
  for (const { tag, attributes } of elementsIn(await answer.text(), 'html')) {
    expect(tag).not.toBe('script');
    for (const [name, value] of Object.entries(attributes)) {
      expect(name).not.toMatch(/^on|^style$/);
      if (['href', 'src', 'action'].includes(name)) {
        expect(new URL(value, BASE).protocol).toMatch(/^(https?|data):$/);
      }
    }
  }
}
