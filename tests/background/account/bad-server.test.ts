import { describe, expect, it, vi } from 'vitest';
import type { ProblemKind } from '../../../src/service';
import { problemOf, SOON, useAccounts } from './account-world';

const world = useAccounts();

const JSON_TYPE = { 'Content-Type': 'application/json' };
const html = (status: number) =>
  new Response('<!doctype html><h1>Not now</h1>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });
/** A valid beginning of a body that then breaks off. */
const brokenOff = () =>
  new Response(
    new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('{"access_token":"'));
        controller.error(new TypeError('network error'));
      },
    }),
    { status: 200, headers: JSON_TYPE },
  );
/** More JSON than the client accepts in an answer. */
const endless = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":"')),
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(0x78)),
    }),
    { status: 200, headers: JSON_TYPE },
  );

const STEPS = { register: '/api/oauth/client', token: '/api/oauth/token', profile: '/api/profile' };
type Ending = readonly [kind: ProblemKind, state: 'choosing' | 'checking'];
/** An answer in place of the server's, and the problem that it causes. */
const ANSWERS: readonly (readonly [string, () => Response, ProblemKind])[] = [
  ['a page', () => html(200), 'not-this-service'],
  ['a sign-in wall', () => html(401), 'not-this-service'],
  ['an error of a proxy', () => html(502), 'server'],
  ['a redirect to another host', () => Response.redirect('https://evil.example/api', 307), 'moved'],
  ['wrong types', () => Response.json({ user: 3, access_token: {}, client_id: [] }), 'malformed'],
  ['another program’s JSON', () => Response.json(['ok']), 'malformed'],
  ['half an answer', brokenOff, 'interrupted'],
  ['100 MB of JSON', endless, 'answer-too-large'],
];
const isTemporary = (kind: ProblemKind) => kind === 'server' || kind === 'interrupted';
const endingOf = (step: keyof typeof STEPS, kind: ProblemKind): Ending =>
  // The sign-in retries a temporary problem by itself, once the user has done their part.
  step !== 'register' && isTemporary(kind) ? [kind, 'checking'] : [kind, 'choosing'];

const tokensOfAda = async () => {
  const page = { limit: 10, offset: 0 };
  return (await world.real.t.storage.tokens.list(world.user.id, page)).rows;
};

describe.each(['register', 'token', 'profile'] as const)(
  'a server that answers %s with',
  (step) => {
    it.each(ANSWERS)(
      'reports %s and keeps the account before and no token',
      async (_, answer, kind) => {
        await world.signInAs(await world.real.t.addUser('bob'));
        const before = (await world.accounts.current()) ?? expect.fail();
        await world.find();
        world.fake.window = world.decideInWindow(true);
        world.replaceAnswer = (path) => (path.endsWith(STEPS[step]) ? answer() : null);
        await world.ask('signIn', { way: 'code' });
        const [problem, state] = endingOf(step, kind);
        await vi.waitFor(async () => {
          expect(await world.status()).toMatchObject({
            active: before.id,
            signIn: { kind: state, problem: problemOf(problem) },
          });
        }, SOON);
        expect(await world.accounts.current()).toEqual(before);
        world.replaceAnswer = null;
        await world.ask('cancelSignIn', { use: 'account' });
        await vi.waitFor(async () => expect(await tokensOfAda()).toEqual([]), SOON);
        expect(await world.status()).toMatchObject({
          active: before.id,
          signIn: null,
          pendingRevocations: [],
        });
        expect(world.hosts).toEqual([new URL(world.real.base).host]);
      },
    );
  },
);

describe('a token that cannot be sent in a header', () => {
  const bad = { id: 'a', access_token: 'tökén\n', token: 'tökén\n' };
  const replaceAnswer = (path: string) =>
    [STEPS.token, '/api/auth'].some((step) => path.endsWith(step))
      ? Response.json(bad, { status: 201 })
      : null;

  it.each([
    ['a code', { way: 'code' }],
    ['a password', { way: 'password', username: 'ada', password: 'secret' }],
  ])('is refused when it comes by %s, and nothing of it is stored', async (_, request) => {
    await world.find();
    world.fake.window = world.decideInWindow(true);
    world.replaceAnswer = replaceAnswer;
    await world.ask('signIn', request);
    await vi.waitFor(async () => {
      expect(await world.status()).toMatchObject({
        signIn: { kind: 'choosing', problem: problemOf('malformed') },
      });
    }, SOON);
    await world.ask('cancelSignIn', { use: 'account' });
    expect(await world.status()).toMatchObject({ signIn: null, pendingRevocations: [] });
    expect([...world.fake.origins]).toEqual([]);
  });
});
