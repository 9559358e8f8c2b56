/** @jsxImportSource hono/jsx */
import { errorTypeFor, messageBody } from '../../src/contract';
import { formTargetOf } from '../account/authorization';
import type { Exchange, RenderErrorPage } from '../http/exchange';
import type { Refusal } from '../http/refusal';
import { Layout } from './layout';
import { type PageAnswer, pagePolicy, renderPage, show } from './page';
import { pageText, type TextKey } from './text';

/** The explanation of a refusal: heading, text and a link. */
export interface Explanation {
  readonly heading: TextKey;
  readonly text: TextKey;
  /** The path to continue at, below the base address. */
  readonly link?: { readonly path: string; readonly word: TextKey } | undefined;
  /** The address that returns to the app with the error. The person may choose to follow it. */
  readonly backToApp?: string | undefined;
}

/** Leads to the sign-in first, if nobody is signed in. */
const LIBRARY = { path: '/', word: 'openLibrary' } as const;
const PROFILE_LINK = { path: '/profile', word: 'errorAccount' } as const;
/** The link for people who have an account. */
export const SIGN_IN_LINK = { path: '/login', word: 'signInTitle' } as const;

/** Explanations by status. Other statuses show the server's message. */
const EXPLAINED: Readonly<Record<number, Explanation>> = {
  401: { heading: 'signInTitle', text: 'errorUnauthorised', link: SIGN_IN_LINK },
  403: { heading: 'errorTitleForbidden', text: 'errorForbidden', link: PROFILE_LINK },
  404: { heading: 'errorTitleNotFound', text: 'errorNotFound', link: LIBRARY },
  410: { heading: 'errorTitleGone', text: 'errorGone' },
  429: { heading: 'errorTitleTooOften', text: 'errorTooOften' },
  500: { heading: 'errorTitleFault', text: 'errorFault' },
  503: { heading: 'errorTitleUnavailable', text: 'errorUnavailable' },
  507: { heading: 'errorTitleFull', text: 'errorFull' },
};

interface ErrorPageProps extends Pick<Explanation, 'heading' | 'link' | 'backToApp'> {
  readonly exchange: Exchange;
  readonly status: number;
  readonly text: string;
}

const ErrorPage = ({ exchange, status, heading, text, link, backToApp }: ErrorPageProps) => (
  <Layout base={exchange.base} title={pageText(heading)} visitor={null} width="narrow">
    <div class="card">
      <h1>{pageText(heading)}</h1>
      <p>{text}</p>
      {link && (
        <p>
          <a href={exchange.base.prefix + link.path}>{pageText(link.word)}</a>
        </p>
      )}
      {backToApp && (
        <p>
          <a href={backToApp} rel="noreferrer">
            {pageText('errorBackToApp', formTargetOf(backToApp))}
          </a>
        </p>
      )}
      {status >= 500 && <p class="hint">{pageText('errorRequest', exchange.id)}</p>}
    </div>
  </Layout>
);

/**
 * Renders the page for a refusal. Statuses without an explanation show `message`, and so does a 503
 * that has a message of its own.
 */
export const renderErrorPage: RenderErrorPage = async (exchange, status, message) => {
  const known = EXPLAINED[status];
  const { heading, link } = known ?? { heading: 'errorTitle' as const, link: undefined };
  const isSpecial = status === 503 && message !== messageBody(status).message;
  const text = known === undefined || isSpecial ? `${message}.` : pageText(known.text);
  const page = (
    <ErrorPage exchange={exchange} status={status} heading={heading} link={link} text={text} />
  );
  return { html: await renderPage(page), policy: pagePolicy() };
};

/** Explains a refusal to a person. Programs get the refusal itself. */
export function explain(
  exchange: Exchange,
  refusal: Refusal,
  { heading, text, ...ways }: Explanation,
): PageAnswer {
  if (errorTypeFor(exchange.headers.get('accept')) !== 'text/html') return refusal;
  const { status } = refusal;
  return show(
    <ErrorPage
      exchange={exchange}
      status={status}
      heading={heading}
      {...ways}
      text={pageText(text)}
    />,
    {
      status,
    },
  );
}
