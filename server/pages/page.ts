import type { Child } from 'hono/jsx';
import type { FormSource } from '../../src/contract';
import type { Visitor } from '../auth/session';
import type { Exchange } from '../http/exchange';
import type { Refusal } from '../http/refusal';
import type { Params } from '../http/route-path';
import { pagePolicy } from './policy';

/** One request of a person to a page. */
export interface Visit extends Exchange {
  /** null: nobody is signed in. */
  readonly visitor: Visitor | null;
  readonly params: Params;
  /** What the form had; null for a GET. Held to come from a page of ours. */
  readonly form: FormSource | null;
}

/** As `Visit`, of somebody who is signed in. */
export interface SignedInVisit extends Visit {
  readonly visitor: Visitor;
}

export interface Shown {
  readonly show: 'page';
  readonly status: number;
  readonly page: Child;
  readonly policy: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Moved {
  readonly show: 'other';
  readonly status: 302 | 303;
  readonly to: string;
}

export type PageAnswer = Shown | Moved | Refusal;

/** Shows a page. */
export const show = (
  page: Child,
  { status = 200, policy = pagePolicy(), headers = {} }: Partial<Omit<Shown, 'show' | 'page'>> = {},
): Shown => ({ show: 'page', status, page, policy, headers });

/** Goes on elsewhere, with a GET. */
export const seeOther = (to: string): Moved => ({ show: 'other', status: 303, to });

/** Sends the person back to the app that sent them (RFC 6749 4.1.2). */
export const backToApp = (to: string): Moved => ({ show: 'other', status: 302, to });

type Method = 'GET' | 'POST';

/** A page, or what its form does. Paths are as in the contract's table. */
export type PageRoute =
  | {
      readonly method: Method;
      readonly path: string;
      readonly isOpen: true;
      /** The answer to whoever asks too often, given before their form is read. */
      readonly admit?: (exchange: Exchange) => Promise<PageAnswer | null>;
      readonly answer: (visit: Visit) => Promise<PageAnswer>;
    }
  | {
      readonly method: Method;
      readonly path: string;
      readonly isOpen: false;
      readonly answer: (visit: SignedInVisit) => Promise<PageAnswer>;
    };

/** A page that anybody may see. */
export const openPage = (
  method: Method,
  path: string,
  answer: (visit: Visit) => Promise<PageAnswer>,
  admit?: (exchange: Exchange) => Promise<PageAnswer | null>,
): PageRoute => ({ method, path, isOpen: true, answer, ...(admit && { admit }) });

/** A page for whoever is signed in; others sign in first. */
export const ownPage = (
  method: Method,
  path: string,
  answer: (visit: SignedInVisit) => Promise<PageAnswer>,
): PageRoute => ({ method, path, isOpen: false, answer });
