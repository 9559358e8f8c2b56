import {
  type Api,
  EXTENSIONS,
  type Feature,
  formatETag,
  leafmarkVersion,
  type Table,
} from '../../src/contract';
import { configuredBase } from '../http/base-address';
import { entityTagOf } from '../http/cache-validators';
import type { Handlers } from '../http/context';
import { faultFields } from '../ops/log';
import type { Server } from '../server';

/** Creates the handlers for the server's version, features and OpenAPI document, of the routes in `mounted`. */
export function infoHandlers(server: Server, mounted: Table): Handlers<Api['info']> {
  const features = featuresOf(server);
  const version = leafmarkVersion(server.version);
  const describe = openApiDocument(server, mounted);
  const extensions = [...EXTENSIONS];
  let installation = '';
  return {
    async read() {
      // Clients recognise the server by this answer, so it does not need the database.
      installation ||= await server.storage.secrets.obtain('installation').catch((fault) => {
        server.log.error('installation unknown', faultFields(fault));
        return '';
      });
      return { status: 200, body: { version, features, extensions, installation } };
    },
    async openApi() {
      const { body, tag } = await describe();
      return {
        status: 200,
        type: 'application/json; charset=utf-8',
        headers: { ETag: formatETag(tag) },
        body,
      };
    },
  };
}

/**
 * Returns a function that gets the OpenAPI document. Its bytes are made once, hashed once and compressed
 * once, because anybody may ask for it. So it does not name the `Host` of the request.
 */
function openApiDocument({ config, version }: Server, mounted: Table) {
  const build = async () => {
    const { buildOpenApi } = await import('../../src/contract/documentation');
    const baseUrl = configuredBase(config)?.url('') ?? '';
    const body = Buffer.from(`${JSON.stringify(buildOpenApi(mounted, { version, baseUrl }))}\n`);
    return { body, tag: entityTagOf(body) };
  };
  let document: ReturnType<typeof build> | null = null;
  return () => {
    document ??= build();
    return document;
  };
}

/** Lists the features, sorted (protocol.md section 3). */
const featuresOf = ({ config }: Server): Feature[] =>
  config.mail ? ['email', 'oauth'] : ['oauth'];
