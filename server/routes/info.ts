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
  const describe = openApiDocument(mounted, server.version);
  return {
    read: () => ({ status: 200, body: { version, features, extensions: [...EXTENSIONS] } }),
    async openApi(_, { base }) {
      const { body, tag } = await describe(base.url(''));
      return {
        status: 200,
        type: 'application/json; charset=utf-8',
        headers: { ETag: formatETag(tag) },
        body,
      };
    },
  };
}

/** Stands for the base address in the document. */
const BASE_MARK = 'https://base.invalid';

/**
 * Returns a function that writes the OpenAPI document for a base address. The document is built once,
 * because anybody can send any base address as the `Host`. The bytes for the last one are kept, so
 * that they are compressed once.
 */
function openApiDocument(mounted: Table, version: string) {
  let parts: Promise<readonly string[]> | null = null;
  let last = { baseUrl: '', body: Buffer.alloc(0), tag: '' };
  const build = async () => {
    const { buildOpenApi } = await import('../../src/contract/documentation');
    const document = buildOpenApi(mounted, { version, baseUrl: BASE_MARK });
    return `${JSON.stringify(document)}\n`.split(BASE_MARK);
  };
  return async (baseUrl: string) => {
    parts ??= build();
    const texts = await parts;
    if (last.baseUrl !== baseUrl) {
      const body = Buffer.from(texts.join(JSON.stringify(baseUrl).slice(1, -1)));
      last = { baseUrl, body, tag: tagOf(body) };
    }
    return last;
  };
}

/** Lists the features, sorted (protocol.md section 3). */
const featuresOf = ({ config }: Server): Feature[] =>
  config.mail ? ['email', 'oauth'] : ['oauth'];
