import {
  EXTENSIONS,
  type Feature,
  formatETag,
  type info,
  leafmarkVersion,
  type Table,
} from '../../src/contract';
import { tagOf } from '../http/cache-validators';
import type { Handlers } from '../http/context';
import type { Server } from '../server';

/** Creates the handlers for the server's version, features and OpenAPI document, of the routes in `mounted`. */
export function infoHandlers(server: Server, mounted: Table): Handlers<typeof info> {
  const features = featuresOf(server);
  const version = leafmarkVersion(server.version);
  const describe = openApiText(mounted, server.version);
  return {
    read: () => ({ status: 200, body: { version, features, extensions: [...EXTENSIONS] } }),
    async openApi(_, { base }) {
      const body = await describe(base.url(''));
      return {
        status: 200,
        type: 'application/json; charset=utf-8',
        headers: { ETag: formatETag(tagOf(body)) },
        body,
      };
    },
  };
}

/** Returns a function that writes the OpenAPI document and caches it for the last base address. */
function openApiText(mounted: Table, version: string): (baseUrl: string) => Promise<string> {
  let made = { baseUrl: '', text: '' };
  return async (baseUrl) => {
    if (made.text === '' || made.baseUrl !== baseUrl) {
      const { buildOpenApi } = await import('../../src/contract/documentation');
      made = { baseUrl, text: `${JSON.stringify(buildOpenApi(mounted, { version, baseUrl }))}\n` };
    }
    return made.text;
  };
}

/** Lists the features, sorted (protocol.md section 3). */
const featuresOf = ({ config }: Server): Feature[] =>
  config.mail ? ['email', 'oauth'] : ['oauth'];
