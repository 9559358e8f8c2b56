import { errorTypeFor, messageBody } from '../../src/contract';
import { errorPage } from '../pages/error-page';
import { pagePolicy } from '../pages/policy';
import { renderPage } from '../pages/render';
import type { Exchange } from './exchange';
import type { Refusal } from './refusal';
import { send, sendJson } from './send';
import type { OwnHeaders } from './standard-headers';

/** Sends a refusal as JSON, a page or text, as the client accepts (protocol.md sections 1 and 18). */
export function sendRefusal(exchange: Exchange, refusal: Refusal): Promise<Response> {
  switch (refusal.kind) {
    case 'form':
      return sendJson(exchange, refusal.status, refusal.form);
    case 'oauth':
      return sendJson(exchange, refusal.status, refusal.error, {
        'Cache-Control': 'no-store',
        Pragma: 'no-cache',
      });
    case 'message':
      return sendMessage(exchange, refusal.status, refusal.message, refusal.headers);
  }
}

async function sendMessage(
  exchange: Exchange,
  status: number,
  text: string | undefined,
  headers: OwnHeaders = {},
): Promise<Response> {
  const { message } = messageBody(status, text);
  switch (errorTypeFor(exchange.headers.get('accept'))) {
    case 'application/json':
      return sendJson(exchange, status, messageBody(status, text), headers);
    case 'text/html': {
      return send(exchange, {
        status,
        type: 'text/html; charset=utf-8',
        body: await renderPage(errorPage(exchange, status, message)),
        headers: { ...headers, 'Content-Security-Policy': pagePolicy() },
      });
    }
    case 'text/plain':
      return send(exchange, {
        status,
        type: 'text/plain; charset=utf-8',
        body: `${message}\n`,
        headers,
      });
  }
}
