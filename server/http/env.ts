import type { Route } from '../../src/contract';
import type { Exchange } from './exchange';

/** The values that Hono keeps with a request. */
export interface Env {
  Bindings: {
    /** node's own request; null in tests that open no socket. */
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } };
  };
  Variables: {
    exchange: Exchange;
    /** The path pattern of the route table, for logs and metrics; undefined for unknown paths. */
    path: string | undefined;
    /** The route of the contract that answers. */
    route: Route | undefined;
  };
}
