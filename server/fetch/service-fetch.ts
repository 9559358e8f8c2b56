import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { SECOND_MS } from '../../src/domain';
import type { Fetch } from '../../src/formats';
import type { Server } from '../server';
import { AddressRule } from './address-rule';
import { ACCEPTED_ENCODINGS, type Ask, createAsk, decoderOf } from './send-request';

/** For one answer with all that is in it. */
const TIMEOUT_MS = 60 * SECOND_MS;

/** How services are asked that somebody has an account at. */
export interface ServiceFetch {
  /** Tells whether requests to this address are allowed, as far as is known now. */
  permits(address: string): Promise<boolean>;
  /** As the platform's, but for redirects: a password goes where it was meant to go, or nowhere. */
  readonly fetch: Fetch;
}

/** Asks where pages may be fetched too: nowhere on a private network that was not named. */
export function createServiceFetch({
  config,
  resolveHost,
  version,
}: Pick<Server, 'config' | 'resolveHost' | 'version'>): ServiceFetch {
  const rule = new AddressRule(config.allowedNetworks, resolveHost);
  const ask = createAsk(rule);
  return {
    async permits(address) {
      const url = rule.check(address);
      return url.ok && (await rule.permitsHost(url.value.hostname));
    },
    async fetch(address, init) {
      const checked = rule.check(address);
      if (!checked.ok) throw new TypeError(`The address is not permitted: ${checked.error}`);
      return responseOf(await send(ask, checked.value, init, `Leafmark/${version}`));
    },
  };
}

async function send(ask: Ask, url: URL, init: RequestInit, agent: string) {
  // It knows the type of a form, and its bytes.
  const request = new Request(url, init);
  const headers = {
    ...Object.fromEntries(request.headers),
    'user-agent': agent,
    'accept-encoding': ACCEPTED_ENCODINGS,
  };
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), request.signal]);
  if (request.method === 'GET') return ask(url, headers, signal);
  return ask(url, headers, signal, Buffer.from(await request.arrayBuffer()));
}

function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 502;
  const decoder = decoderOf(answer);
  if (decoder === null) throw new TypeError('The answer is packed in a way that nobody asked for');
  const body = Readable.toWeb(answer.on('error', (fault) => decoder.destroy(fault)).pipe(decoder));
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  // The same stream under two declarations: node's own, and the web's.
  return new Response(hasBody ? (body as ReadableStream<Uint8Array>) : null, { status });
}
