import type { Handler, Route, Routes } from '../../src/contract';
import type { Caller } from '../auth/caller';
import type { Exchange } from './exchange';
import type { Refusal } from './refusal';

/** The context of a public route's handler. */
export type PublicContext = Exchange;

/** The context of any other route's handler, which includes the caller. */
export interface CallerContext extends Exchange {
  readonly caller: Caller;
}

type ContextOf<R extends Route> = R['access'] extends 'public' ? PublicContext : CallerContext;

/** Refuses clients that exceed a rate limit, before their body is read. */
export type Admission = (exchange: Exchange) => Promise<Refusal | null>;

/** For some routes of a tag, what is asked before a request is read. */
export type Admissions<T extends Routes> = { readonly [Name in keyof T]?: Admission };

/** One handler for each route of a tag: a missing or misspelt one does not compile. */
export type Handlers<T extends Routes> = {
  readonly [Name in keyof T]: Handler<T[Name], ContextOf<T[Name]>, Refusal>;
};
