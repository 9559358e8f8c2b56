/** @jsxImportSource hono/jsx */
import { errorTypeFor } from '../../src/contract';
import type { Exchange } from '../http/exchange';
import type { Refusal } from '../http/refusal';
import { formTargetOf } from '../oauth/redirect';
import { Layout } from './layout';
import { type PageAnswer, show } from './page';
import { type Word, words } from './words';

/** The explanation of a refusal: heading, text and a link. */
export interface Explanation {
  readonly heading: Word;
  readonly text: Word;
  /** Where to go on, below the base address. */
  readonly link?: { readonly path: string; readonly word: Word } | undefined;
  /** The app that sent the person here, with what it is to know. Followed only if they choose to. */
  readonly backToApp?: string | undefined;
}

const ACCOUNT = { path: '/profile', word: 'errorAccount' } as const;
/** The link for people who have an account. */
export const SIGN_IN = { path: '/login', word: 'signInTitle' } as const;

/** Explanations by status. Other statuses show the server's message. */
const EXPLAINED: Readonly<Record<number, Explanation>> = {
  401: { heading: 'signInTitle', text: 'errorUnauthorised', link: SIGN_IN },
  403: { heading: 'errorTitleForbidden', text: 'errorForbidden', link: ACCOUNT },
  404: { heading: 'errorTitleNotFound', text: 'errorNotFound', link: ACCOUNT },
  410: { heading: 'errorTitleGone', text: 'errorGone' },
  429: { heading: 'errorTitleTooOften', text: 'errorTooOften' },
  500: { heading: 'errorTitleFault', text: 'errorFault' },
  503: { heading: 'errorTitleUnavailable', text: 'errorUnavailable' },
};

interface ErrorPageProps extends Pick<Explanation, 'heading' | 'link' | 'backToApp'> {
  readonly exchange: Exchange;
  readonly status: number;
  readonly text: string;
}

const ErrorPage = ({ exchange, status, heading, text, link, backToApp }: ErrorPageProps) => (
  <Layout base={exchange.base} title={words(heading)} visitor={null} width="narrow">
    <div class="card">
      <h1>{words(heading)}</h1>
      <p>{text}</p>
      {link && (
        <p>
          <a href={exchange.base.prefix + link.path}>{words(link.word)}</a>
        </p>
      )}
      {backToApp && (
        <p>
          <a href={backToApp} rel="noreferrer">
            {words('errorBackToApp', formTargetOf(backToApp))}
          </a>
        </p>
      )}
      {status >= 500 && <p class="hint">{words('errorRequest', exchange.id)}</p>}
    </div>
  </Layout>
);

/** A refusal as a person sees it; `message` where the status has no words of its own. */
export function errorPage(exchange: Exchange, status: number, message: string) {
  const known = EXPLAINED[status];
  const { heading, link } = known ?? { heading: 'errorTitle' as const, link: undefined };
  const text = known === undefined ? `${message}.` : words(known.text);
  return <ErrorPage {...{ exchange, status, heading, link, text }} />;
}

/** `refusal`, explained to a person, or to a program as it is. */
export function explain(
  exchange: Exchange,
  refusal: Refusal,
  { heading, text, ...ways }: Explanation,
): PageAnswer {
  if (errorTypeFor(exchange.headers.get('accept')) !== 'text/html') return refusal;
  const { status } = refusal;
  return show(<ErrorPage {...{ exchange, status, heading, ...ways }} text={words(text)} />, {
    status,
  });
}
