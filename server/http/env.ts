import type { Route } from '../../src/contract';
import type { Exchange } from './exchange';

/** What goes with a request while Hono has it. */
export interface Env {
  Bindings: {
    /** node's own request; null in tests that open no socket. */
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } };
  };
  Variables: {
    exchange: Exchange;
    /** The path as the table has it, for logs and metrics; nothing when there is no such path. */
    path: string | undefined;
    /** The route of the contract that answers. */
    route: Route | undefined;
  };
}
