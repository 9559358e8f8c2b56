import type { UserRow } from '../../../server/storage';
import type { Sent, TestServer } from '../support/test-server';

/** A server, and an administrator with a token without restrictions. */
export interface World {
  readonly t: TestServer;
  readonly user: UserRow;
  readonly token: string;
}

/** The path of a request, and its other options. */
export interface TestRequest extends Sent {
  readonly path: string;
}

/**
 * The requests of one route: a valid one, and one for each documented status that does not follow
 * from the route's description.
 */
export interface RouteCases {
  /** Returns a valid request. The token is added where the route requires one. */
  readonly good: (world: World) => Promise<TestRequest> | TestRequest;
  readonly others?: Readonly<Record<number, OtherStatus>>;
}

export interface OtherStatus {
  readonly ask: (world: World) => Promise<TestRequest> | TestRequest;
  readonly instead?: (world: World) => TestServer;
}

/** The cases of a group of the contract, one for each of its routes. */
export type GroupCases<Group> = { readonly [Name in keyof Group]: RouteCases };

/** Settings of a server that sends e-mails. No mail server is at this address. */
export const MAIL = { 'mail-server': 'smtp://127.0.0.1:1' };

/** The headers of a browser that loads a page in a frame of another site. */
const FRAMED = {
  'sec-fetch-dest': 'iframe',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
};

/**
 * Returns the case of a 403 for a route that accepts every token: a request from a frame of another
 * site is refused.
 */
export const fromForeignFrame = (good: RouteCases['good']): OtherStatus => ({
  ask: async (world) => ({ ...(await good(world)), headers: FRAMED }),
});

let exhausted = 0;

/** Returns the case of a rate limit: `times` equal requests come before this one. */
export const afterManyRequests = (
  times: number,
  ask: (world: World) => Promise<{ path: string; json: object }>,
): OtherStatus => ({
  ask: async (world) => {
    exhausted += 1;
    const from = `203.0.113.${exhausted}`;
    const { path, json } = await ask(world);
    for (let n = 0; n < times; n++) await world.t.send('POST', path, { json, from });
    return { path, json, from };
  },
});
