import { expect } from 'vitest';
import { errorsOf, type ResponseHeader, type Route, readErrorBody } from '../../../src/contract';
import { feedProblems } from '../../formats/feed-problems';

/** Headers that a response has only when there is something to send in them. */
const SOMETIMES: readonly ResponseHeader[] = ['Link', 'Last-Modified', 'Content-Disposition'];

/**
 * Expects a successful response of `route` as the contract describes it: its status, headers, media
 * type and a body of that type.
 */
export async function expectGood(
  route: Route,
  answer: Response,
  { mayLack = [] }: { readonly mayLack?: readonly ResponseHeader[] } = {},
): Promise<void> {
  const documented = route.answers[answer.status];
  if (documented === undefined) throw new Error(`${route.path} has no status ${answer.status}`);
  for (const name of documented.sends) {
    if (!mayLack.includes(name)) expect(answer.headers.has(name), name).toBe(true);
  }
  expectValidators(answer.headers);
  const type = typeOf(answer);
  // An event stream has no end.
  if (type === 'text/event-stream') return answer.body?.cancel();
  const bytes = Buffer.from(await answer.arrayBuffer());
  const length = answer.headers.get('Content-Length');
  if (length !== null && answer.status === 200) expect(Number(length)).toBe(bytes.length);
  switch (documented.kind) {
    case 'empty':
      return expect(bytes).toHaveLength(0);
    case 'json':
      expect(type).toBe('application/json');
      return expect(documented.schema.safeParse(JSON.parse(utf8(bytes)))).toMatchObject({
        success: true,
      });
    case 'media': {
      const names = [type, type.replace(/\/.*/, '/*'), '*/*'];
      expect(documented.types, type).toSatisfy((types: readonly string[]) =>
        types.some((name) => names.includes(name)),
      );
      return expectBody(type, bytes);
    }
  }
}

/** Like `expectGood`, but headers that depend on the bookmark may be missing. */
export const expectGoodOfAny = (route: Route, answer: Response): Promise<void> =>
  expectGood(route, answer, { mayLack: SOMETIMES });

/** Expects a documented refusal with its documented body. */
export async function expectRefusal(route: Route, answer: Response): Promise<void> {
  const body = await answer.text();
  const { kind } = readErrorBody(JSON.parse(body));
  expect(errorsOf(route)[answer.status], `${answer.status} ${body}`).toContain(kind);
  if (answer.status === 429 || answer.status === 503) {
    expect(answer.headers.has('Retry-After')).toBe(true);
  }
}

/**
 * Expects status 304 when the client has `answer` already. `ask` repeats the request with more
 * headers.
 */
export async function expectKnown(
  answer: Response,
  ask: (headers: Readonly<Record<string, string>>) => Promise<Response>,
): Promise<void> {
  const conditions = { 'if-none-match': 'ETag', 'if-modified-since': 'Last-Modified' };
  for (const [condition, name] of Object.entries(conditions)) {
    const value = answer.headers.get(name);
    if (value === null) continue;
    const again = await ask({ [condition]: value });
    expect(again.status, condition).toBe(304);
    expect(await again.text()).toBe('');
  }
}

const typeOf = ({ headers }: Response): string =>
  headers.get('Content-Type')?.split(';', 1)[0] ?? '';

/** Expects strong, quoted tags and dates in HTTP's format (RFC 9110, 8.8.2 and 8.8.3). */
function expectValidators(headers: Headers): void {
  const tag = headers.get('ETag');
  if (tag !== null) expect(tag).toMatch(/^"[\w]+(-\w+)?"$/);
  const date = headers.get('Last-Modified');
  if (date !== null) expect(new Date(date).toUTCString()).toBe(date);
}

const utf8 = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

function expectBody(type: string, bytes: Buffer): void {
  if (type === 'application/atom+xml') expect(feedProblems(utf8(bytes))).toEqual([]);
  if (type === 'application/json') expect(() => JSON.parse(utf8(bytes))).not.toThrow();
  if (type === 'multipart/mixed') expect(bytes.toString()).toMatch(/--[\w-]+--\r\n$/);
  if (type.startsWith('text/')) expect(() => utf8(bytes)).not.toThrow();
  if (type.startsWith('image/')) expect(bytes.length).toBeGreaterThan(0);
  if (type.endsWith('zip')) {
    // The central directory is at the end, so the archive is complete (APPNOTE 4.3.6).
    expect(bytes.subarray(0, 4).toString()).toBe('PK\u0003\u0004');
    expect(bytes.subarray(-22, -18).toString()).toBe('PK\u0005\u0006');
  }
}
