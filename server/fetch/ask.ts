import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressRule } from './address-rule';

/** Some sites send a policy that alone is longer than node's own bound. */
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Asks for one address, redirects not followed; with a body it is posted. Rejects with node's own
 * errors.
 */
export type Ask = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  body?: Uint8Array,
) => Promise<http.IncomingMessage>;

/** Connections are kept for a moment: the images of a page are often at one place. */
export function createAsk(rule: AddressRule): Ask {
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
      const options = { agent, method, headers, signal, lookup, maxHeaderSize: MAX_HEADER_BYTES };
      const asked = request(url, options);
      // Stays: what breaks later breaks the response too, and there it is awaited.
      asked.on('error', reject);
      asked.on('response', resolve);
      asked.end(body);
    });
}
