import type { Child } from 'hono/jsx';
import type { FormSource } from '../../src/contract';
import type { Visitor } from '../account/session';
import type { Exchange } from '../http/exchange';
import type { Refusal } from '../http/refusal';
import type { Params } from '../http/route-path';

/** A request for a page. */
export interface Visit extends Exchange {
  /** null when nobody is signed in. */
  readonly visitor: Visitor | null;
  readonly params: Params;
  /** The fields of the form; null for a GET. It comes from a page of this server. */
  readonly form: FormSource | null;
}

/** A visit of a signed-in user. */
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

/** Redirects with a GET. */
export const seeOther = (to: string): Redirect => ({ show: 'other', status: 303, to });

/** Redirects the person back to the app (RFC 6749 4.1.2). */
export const backToApp = (to: string): Redirect => ({ show: 'other', status: 302, to });

type Method = 'GET' | 'POST';

/** A page or the handler of its form. Paths have the syntax of the contract's table. */
export type PageRoute =
  | {
      readonly method: Method;
      readonly path: string;
      readonly isOpen: true;
      /** Returns the answer for clients over a rate limit. It is called before the form is read. */
      readonly guard?: (exchange: Exchange) => Promise<PageAnswer | null>;
      readonly answer: (visit: Visit) => Promise<PageAnswer>;
    }
  | {
      readonly method: Method;
      readonly path: string;
      readonly isOpen: false;
      readonly answer: (visit: SignedInVisit) => Promise<PageAnswer>;
    };

/** Creates a page without sign-in. */
export const publicPage = (
  method: Method,
  path: string,
  answer: (visit: Visit) => Promise<PageAnswer>,
  guard?: (exchange: Exchange) => Promise<PageAnswer | null>,
): PageRoute => ({ method, path, isOpen: true, answer, ...(guard && { guard }) });

/** Creates a page for signed-in users. Others have to sign in first. */
export const signedInPage = (
  method: Method,
  path: string,
  answer: (visit: SignedInVisit) => Promise<PageAnswer>,
): PageRoute => ({ method, path, isOpen: false, answer });

/**
 * Writes the policy of a page: no scripts, no frames, and only its own style and images.
 * @param formTargets further sources to which its forms may redirect
 * @param hasScript true for the pages of passkeys, which browsers give to scripts only
 */
export function pagePolicy(formTargets: readonly string[] = [], hasScript = false): string {
  for (const target of formTargets) {
    // The text is foreign: `;` or `,` would begin another directive or policy.
    if (!SOURCE.test(target)) throw new Error('This is no source of a policy.');
  }
  return [
    "default-src 'none'",
    ...(hasScript ? ["script-src 'self'"] : []),
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A scheme, or a scheme and a host with its port (CSP 3, 2.3.1). */
const SOURCE = /^[a-z][a-z0-9+.-]*:(\/\/(\[[\da-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?)?$/;

/** Renders a page as HTML. hono/jsx escapes the values. */
export const renderPage = async (page: Child): Promise<string> =>
  `<!doctype html>${String(await page)}`;

/** Returns the text of a form's entry; empty when it is missing. */
export function formEntryOf(source: FormSource | null, name: string): string {
  if (source?.kind !== 'entries') return '';
  const [first] = source.entries.get(name) ?? [];
  return typeof first === 'string' ? first : '';
}

/** Returns all entries with one name, such as ticked checkboxes. */
export function formEntriesOf(source: FormSource | null, name: string): readonly string[] {
  if (source?.kind !== 'entries') return [];
  return (source.entries.get(name) ?? []).filter((entry) => typeof entry === 'string');
}
