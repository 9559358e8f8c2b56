import { connectClient } from '../../../src/service';
import { BASE } from '../../server/support/test-server';
import { type Fetch, transport, type World } from './world';

/** The server of a world with a token, and what may be wrong with its answers. */
export const importSource = (
  { token, fetch, now }: World,
  through: (fetch: Fetch) => Fetch = (direct) => direct,
) => ({
  server: { client: connectClient({ base: BASE, token }, transport(through(fetch), now)) },
  signal: new AbortController().signal,
  now,
});
