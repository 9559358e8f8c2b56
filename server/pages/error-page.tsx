/** @jsxImportSource hono/jsx */
import { errorTypeFor } from '../../src/contract';
import type { Exchange } from '../http/exchange';
import type { Refusal } from '../http/refusal';
import { Layout } from './layout';
import { type PageAnswer, show } from './page';
import { type Word, words } from './words';

/** What a person is told of a refusal. */
export interface Explanation {
  readonly title: Word;
  readonly text: Word;
  /** Where to go on, below the base address. */
  readonly link?: { readonly path: string; readonly word: Word } | undefined;
}

const ACCOUNT = { path: '/profile', word: 'errorAccount' } as const;
/** Where whoever has an account goes on. */
export const SIGN_IN = { path: '/login', word: 'signInTitle' } as const;

/** What a status means for whoever sees it; the server's own words where there are none. */
const EXPLAINED: Readonly<Record<number, Explanation>> = {
  401: { title: 'signInTitle', text: 'errorUnauthorised', link: SIGN_IN },
  403: { title: 'errorTitleForbidden', text: 'errorForbidden', link: ACCOUNT },
  404: { title: 'errorTitleNotFound', text: 'errorNotFound', link: ACCOUNT },
  410: { title: 'errorTitleGone', text: 'errorGone' },
  429: { title: 'errorTitleTooOften', text: 'errorTooOften' },
  500: { title: 'errorTitleFault', text: 'errorFault' },
  503: { title: 'errorTitleUnavailable', text: 'errorUnavailable' },
};

interface ErrorPageProps extends Pick<Explanation, 'title' | 'link'> {
  readonly exchange: Exchange;
  readonly status: number;
  readonly text: string;
}

const ErrorPage = ({ exchange, status, title, text, link }: ErrorPageProps) => (
  <Layout base={exchange.base} title={words(title)} visitor={null} width="narrow">
    <div class="card">
      <h1>{words(title)}</h1>
      <p>{text}</p>
      {link && (
        <p>
          <a href={exchange.base.prefix + link.path}>{words(link.word)}</a>
        </p>
      )}
      {status >= 500 && <p class="hint">{words('errorRequest', exchange.id)}</p>}
    </div>
  </Layout>
);

/** A refusal as a person sees it; `message` where the status has no words of its own. */
export function errorPage(exchange: Exchange, status: number, message: string) {
  const known = EXPLAINED[status];
  const { title, link } = known ?? { title: 'errorTitle' as const, link: undefined };
  const text = known === undefined ? `${message}.` : words(known.text);
  return <ErrorPage {...{ exchange, status, title, link, text }} />;
}

/** `refusal`, explained to a person, or to a program as it is. */
export function explain(
  exchange: Exchange,
  refusal: Refusal,
  { title, text, link }: Explanation,
): PageAnswer {
  if (errorTypeFor(exchange.headers.get('accept')) !== 'text/html') return refusal;
  const { status } = refusal;
  return show(<ErrorPage {...{ exchange, status, title, link }} text={words(text)} />, { status });
}
