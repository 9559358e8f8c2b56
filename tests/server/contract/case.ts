import type { UserRow } from '../../../server/storage';
import type { Sent, TestServer } from '../support/test-server';

/** What cases are given: a server, and somebody on it with a token that may do everything. */
export interface World {
  readonly t: TestServer;
  readonly user: UserRow;
  readonly token: string;
}

/** A request to a route: its path filled in, and what goes with it. */
export interface Asked extends Sent {
  readonly path: string;
}

/**
 * What is known of a route of the contract: a request that it answers well, and for each documented
 * status that does not follow from the table one that gets it.
 */
export interface RouteCases {
  /** Without the token, which is added where the route asks for one. */
  readonly good: (world: World) => Promise<Asked> | Asked;
  readonly others?: Readonly<Record<number, OtherStatus>>;
}

export interface OtherStatus {
  readonly ask: (world: World) => Promise<Asked> | Asked;
  readonly instead?: (world: World) => TestServer;
}

/** The cases of a group of the contract, one for each of its routes. */
export type GroupCases<Group> = { readonly [Name in keyof Group]: RouteCases };

/** The setting with which a server sends e-mails; there is nobody at this address. */
export const MAIL = { 'mail-server': 'smtp://127.0.0.1:1' };

/** What a browser says of itself when another site's page has one of ours in a frame. */
const FRAMED = {
  'sec-fetch-dest': 'iframe',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
};

/** The 403 of a route that every token may ask: from another site's frame nothing is answered. */
export const fromForeignFrame = (good: RouteCases['good']): OtherStatus => ({
  ask: async (world) => ({ ...(await good(world)), headers: FRAMED }),
});
