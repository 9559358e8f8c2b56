import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressRule } from './address-rule';

/** Some sites send a content security policy that alone exceeds the default limit of Node. */
const MAX_RESPONSE_HEADER_BYTES = 64 * 1024;

/**
 * Sends a GET request, or a POST request with `body`, without following redirects. Rejects with the
 * errors of Node.
 */
export type SendRequest = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  body?: Uint8Array,
) => Promise<http.IncomingMessage>;

/** Creates a sender that reuses connections, because images of a page are often on one server. */
export function createRequestSender(rule: AddressRule): SendRequest {
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };
  return (url, headers, signal, body) =>
    new Promise((resolve, reject) => {
      const { request } = url.protocol === 'https:' ? https : http;
      const agent = url.protocol === 'https:' ? agents['https:'] : agents['http:'];
      const { lookup } = rule;
      const method = body === undefined ? 'GET' : 'POST';
      const options = {
        agent,
        method,
        headers,
        signal,
        lookup,
        maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
      };
      const outgoing = request(url, options);
      // The listener stays after the response: later errors also reach the reader of the response.
      outgoing.on('error', reject);
      outgoing.on('response', resolve);
      outgoing.end(body);
    });
}
