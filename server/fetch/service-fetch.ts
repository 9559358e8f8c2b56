import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SECOND_MS } from '../../src/domain/time';
import type { Fetch } from '../../src/formats';
import type { Server } from '../server';
import { AddressRule } from './address-rule';
import { ACCEPTED_ENCODINGS, decoderOf } from './content-coding';
import { createRequestSender, type SendRequest } from './send-request';

/** The time for one response with its body. */
const TIMEOUT_MS = 60 * SECOND_MS;

/**
 * Creates the functions that send requests to other services where a user has an account. They connect
 * only to public addresses and to allowed networks.
 */
export function createServiceFetch({
  config,
  resolveHost,
  version,
}: Pick<Server, 'config' | 'resolveHost' | 'version'>) {
  const rule = new AddressRule(config.allowedNetworks, resolveHost);
  const sendRequest = createRequestSender(rule);
  /** Works like the global `fetch`, but never follows redirects, which could leak a password. */
  const fetch: Fetch = async (address, init) => {
    const checked = rule.check(address);
    if (!checked.ok) throw new TypeError(`The address is not permitted: ${checked.error}`);
    return responseOf(await send(sendRequest, checked.value, init, `Leafmark/${version}`));
  };
  return {
    fetch,
    /** Tells whether requests to this address are allowed, as far as is known now. */
    async permits(address: string): Promise<boolean> {
      const url = rule.check(address);
      return url.ok && (await rule.permitsHost(url.value.hostname));
    },
  };
}

export type ServiceFetch = ReturnType<typeof createServiceFetch>;

async function send(sendRequest: SendRequest, url: URL, init: RequestInit, agent: string) {
  // `Request` serialises forms and sets their content type.
  const request = new Request(url, init);
  const headers = {
    ...Object.fromEntries(request.headers),
    'user-agent': agent,
    'accept-encoding': ACCEPTED_ENCODINGS,
  };
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), request.signal]);
  if (request.method === 'GET') return sendRequest(url, headers, signal);
  return sendRequest(url, headers, signal, Buffer.from(await request.arrayBuffer()));
}

function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 502;
  const decoder = decoderOf(answer.headers['content-encoding']);
  if (decoder === null) throw new TypeError('The response has a content encoding that is unknown');
  // An answer may have failed before it comes here. The failure reaches the reader of the body.
  pipeline(answer, decoder).catch(() => undefined);
  const body = Readable.toWeb(decoder);
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  // Node and the web standard declare the same streams differently.
  const type = answer.headers['content-type'];
  const headers: HeadersInit = type === undefined ? {} : { 'content-type': type };
  return new Response(hasBody ? (body as ReadableStream<Uint8Array>) : null, { status, headers });
}
