import { listenBefore } from '../../service/support/loopback.ts';

/** Returns a response in place of the server's, or undefined to pass the request on. */
export type Override = (request: Request) => Response | undefined;

/** A proxy in front of a server that can simulate faults. */
export interface BrokenServer {
  readonly base: string;
  /** Simulates a fault from now on; null ends it. */
  breakBy(override: Override | null): void;
  stop(): Promise<void>;
}

export async function breakServer(target: string): Promise<BrokenServer> {
  let current: Override | null = null;
  const { base, close } = await listenBefore(target, (request) => current?.(request));
  return {
    base,
    breakBy(override) {
      current = override;
    },
    stop: close,
  };
}

const html = (status: number) =>
  new Response('<!doctype html>', { status, headers: { 'Content-Type': 'text/html' } });
const at =
  (path: string, answer: () => Response): Override =>
  ({ url }) =>
    url.endsWith(path) ? answer() : undefined;
const info = (version: string) => () =>
  Response.json({ version: { canonical: version, release: version }, features: [] });
const wronglySet = () =>
  new Response('{"version":{"canonical":"0.22.2"},"features":[]}', {
    headers: { 'Content-Type': 'application/json', Date: 'Thu, 01 Jan 2015 00:00:00 GMT' },
  });
/** Each fault with the text that names it in the browser, and the responses that simulate it. */
export const BREAKS: readonly (readonly [what: string, words: string, override: Override])[] = [
  ['another program', 'it is not a bookmark server', () => html(200)],
  ['a gate', 'asks for a sign-in of its own', () => html(401)],
  ['a proxy without its server', 'reports a fault (502)', () => html(502)],
  [
    'a server that has moved',
    'redirects to another address',
    () => Response.redirect('https://new.example/api/info', 301),
  ],
  [
    'an odd answer',
    "Leafmark does not understand the server's answer",
    () => Response.json({ version: 3 }),
  ],
  [
    'a server too old for apps',
    'Apps can sign in from version 0.21 on',
    at('/info', info('0.14.0')),
  ],
  ['a wrong clock', 'The clocks of this computer and the server differ', at('/info', wronglySet)],
  [
    'a proxy that takes no pages',
    'Even a very small one is too large for it',
    ({ method, url }) => (method === 'POST' && url.endsWith('/bookmarks') ? html(413) : undefined),
  ],
];
