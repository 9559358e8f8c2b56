import type { Child } from 'hono/jsx';
import type { FormSource } from '../../src/contract';
import type { Visitor } from '../account/session';
import type { Exchange } from '../http/exchange';
import type { Refusal } from '../http/refusal';
import type { Params } from '../http/route-path';

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

export interface ShownPage {
  readonly show: 'page';
  readonly status: number;
  readonly page: Child;
  readonly policy: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Redirect {
  readonly show: 'other';
  readonly status: 302 | 303;
  readonly to: string;
}

export type PageAnswer = ShownPage | Redirect | Refusal;

/** Shows a page. */
export const show = (
  page: Child,
  {
    status = 200,
    policy = pagePolicy(),
    headers = {},
  }: Partial<Omit<ShownPage, 'show' | 'page'>> = {},
): ShownPage => ({ show: 'page', status, page, policy, headers });

/** Goes on elsewhere, with a GET. */
export const seeOther = (to: string): Redirect => ({ show: 'other', status: 303, to });

/** Sends the person back to the app that sent them (RFC 6749 4.1.2). */
export const backToApp = (to: string): Redirect => ({ show: 'other', status: 302, to });

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
export const publicPage = (
  method: Method,
  path: string,
  answer: (visit: Visit) => Promise<PageAnswer>,
  admit?: (exchange: Exchange) => Promise<PageAnswer | null>,
): PageRoute => ({ method, path, isOpen: true, answer, ...(admit && { admit }) });

/** A page for whoever is signed in; others sign in first. */
export const signedInPage = (
  method: Method,
  path: string,
  answer: (visit: SignedInVisit) => Promise<PageAnswer>,
): PageRoute => ({ method, path, isOpen: false, answer });

/**
 * The policy of a page: it runs no script, is shown in no frame, and loads nothing but its style
 * and images that it carries itself. `formTargets` are where its forms may lead besides here.
 */
export function pagePolicy(formTargets: readonly string[] = []): string {
  for (const target of formTargets) {
    // Foreign text: `;` or `,` would begin another directive, or another policy.
    if (!SOURCE.test(target)) throw new Error('This is no source of a policy.');
  }
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A scheme, or a scheme and a host with its port (CSP 3, 2.3.1). */
const SOURCE = /^[a-z][a-z0-9+.-]*:(\/\/(\[[\da-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?)?$/;

/** The HTML of a page; what is filled in has been escaped by hono/jsx. */
export const renderPage = async (page: Child): Promise<string> =>
  `<!doctype html>${String(await page)}`;

/** The text of a form's entry as it was typed; empty when it is not there. */
export function entryOf(source: FormSource | null, name: string): string {
  if (source?.kind !== 'entries') return '';
  const [first] = source.entries.get(name) ?? [];
  return typeof first === 'string' ? first : '';
}

/** All entries of one name, such as ticked boxes. */
export function entriesOf(source: FormSource | null, name: string): readonly string[] {
  if (source?.kind !== 'entries') return [];
  return (source.entries.get(name) ?? []).filter((entry) => typeof entry === 'string');
}
