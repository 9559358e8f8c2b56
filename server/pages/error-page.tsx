/** @jsxImportSource hono/jsx */
import { errorTypeFor } from '../../src/contract';
import type { Exchange } from '../http/exchange';
import type { Refusal } from '../http/refusal';
import { Layout } from './layout';
import { type PageAnswer, show } from './page';
import { type Word, words } from './words';

/** What a status means for whoever sees it; the server's own words where there are none. */
const EXPLAINED: Readonly<Record<number, Word>> = {
  401: 'errorUnauthorised',
  403: 'errorForbidden',
  404: 'errorNotFound',
  410: 'errorGone',
  429: 'errorTooOften',
  500: 'errorFault',
  503: 'errorUnavailable',
};

interface ErrorPageProps {
  readonly exchange: Exchange;
  readonly text: string;
}

const ErrorPage = ({ exchange, text }: ErrorPageProps) => (
  <Layout base={exchange.base} title={words('errorTitle')} visitor={null} width="narrow">
    <div class="card">
      <h1>{words('errorTitle')}</h1>
      <p>{text}</p>
      <p class="hint">{words('errorRequest', exchange.id)}</p>
    </div>
  </Layout>
);

/** A refusal as a person sees it; `message` where the status has no words of its own. */
export function errorPage(exchange: Exchange, status: number, message: string) {
  const word = EXPLAINED[status];
  return <ErrorPage exchange={exchange} text={word === undefined ? `${message}.` : words(word)} />;
}

/** `refusal`, explained to a person by `word`, or to a program as it is. */
export function explain(exchange: Exchange, refusal: Refusal, word: Word): PageAnswer {
  if (errorTypeFor(exchange.headers.get('accept')) !== 'text/html') return refusal;
  return show(<ErrorPage exchange={exchange} text={words(word)} />, { status: refusal.status });
}
