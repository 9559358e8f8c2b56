import {
  decodeForm,
  errorTypeFor,
  type Form,
  type FormError,
  messageBody,
  type OAuthError,
  type OAuthErrorCode,
  refusedForm,
} from '../../src/contract';
import { SECOND_MS } from '../../src/domain/time';
import type { Exchange } from './exchange';
import { type OwnHeaders, send, sendJson } from './send';

/** A refusal of a request. `sendRefusal` writes it in the format that the client accepts. */
export type Refusal =
  | {
      readonly kind: 'message';
      readonly status: number;
      /** The standard text of the status by default. */
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
    }
  | { readonly kind: 'oauth'; readonly status: 400 | 500; readonly error: OAuthError }
  | {
      readonly kind: 'form';
      readonly status: 400 | 422;
      readonly form: FormError;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** Refuses with the `message` body. */
export const refuse = (status: number, message?: string): Refusal => ({
  kind: 'message',
  status,
  ...(message !== undefined && { message }),
});

/** Refuses a request whose body takes too long. The connection cannot be used again. */
export const refuseSlow: Refusal = {
  kind: 'message',
  status: 408,
  headers: { Connection: 'close' },
};

/**
 * Refuses a body that is too large. If it is cut off, because only its end shows how large it is, the
 * connection cannot be used again. A request on it would be lost.
 */
export const refuseLarge = ({ isCut }: { readonly isCut: boolean }): Refusal => ({
  kind: 'message',
  status: 413,
  ...(isCut && { headers: { Connection: 'close' } }),
});

/** `Retry-After` of what may be over soon: a busy client, database or process. */
export const RETRY_AFTER_SECONDS = '5';

/** Refuses a request because its client has too much under way. The connection cannot be used again. */
export const refuseMuch: Refusal = {
  kind: 'message',
  status: 429,
  headers: { 'Retry-After': RETRY_AFTER_SECONDS, Connection: 'close' },
};

/** Refuses with the `oauthError` body. */
export const refuseOAuth = (error: OAuthErrorCode, description?: string): Refusal => ({
  kind: 'oauth',
  status: 400,
  error: { error, ...(description !== undefined && { error_description: description }) },
});

/** Formats a time to wait for `Retry-After`: whole seconds, at least one. */
export const retryAfter = (waitMs: number): string =>
  String(Math.max(1, Math.ceil(waitMs / SECOND_MS)));

/** Refuses a request over a rate limit, until `waitMs` have passed. */
export const refuseForNow = (waitMs: number): Refusal => ({
  kind: 'message',
  status: 429,
  headers: { 'Retry-After': retryAfter(waitMs) },
});

/**
 * Refuses a valid form because of the meaning of one field, such as a name that is taken. `sent` has
 * the values in their JSON form. `status` is the status of the route for invalid forms.
 */
export function refuseField(
  form: Form,
  sent: Readonly<Record<string, unknown>>,
  field: string,
  message: string,
  status: 400 | 422 = 422,
): Refusal {
  const decoded = decodeForm(form, { kind: 'json', data: sent }, () => ({ [field]: message }));
  const error = decoded.ok ? refusedForm(form, message) : decoded.error;
  return { kind: 'form', status, form: error };
}

export const isRefusal = (answer: object): answer is Refusal => 'kind' in answer;

/** Sends a refusal as JSON, a page or text, as the client accepts (protocol.md sections 1 and 18). */
export function sendRefusal(exchange: Exchange, refusal: Refusal): Promise<Response> {
  switch (refusal.kind) {
    case 'form':
      return sendJson(exchange, refusal.status, refusal.form, refusal.headers);
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
      const { html, policy } = await exchange.renderErrorPage(exchange, status, message);
      return send(exchange, {
        status,
        type: 'text/html; charset=utf-8',
        body: html,
        headers: { ...headers, 'Content-Security-Policy': policy },
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
