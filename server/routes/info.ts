import {
  type Feature,
  formatETag,
  type info,
  leafmarkVersion,
  type Table,
} from '../../src/contract';
import { buildOpenApi } from '../../src/contract/documentation';
import { tagOf } from '../http/cache-validators';
import type { Handlers } from '../http/context';
import type { Server } from '../server';

/** Describes this server: its routes and other features (protocol.md section 18). */
export interface OfferedApi {
  readonly mounted: Table;
  readonly additions: readonly Feature[];
}

/** Which server this is, and what it speaks. */
export function infoHandlers(
  server: Server,
  { mounted, additions }: OfferedApi,
): Handlers<typeof info> {
  const features = featuresOf(server, additions);
  const version = leafmarkVersion(server.version);
  const describe = openApiText(mounted, server.version);
  return {
    read: () => ({ status: 200, body: { version, features } }),
    openApi: (_, { base }) => {
      const body = describe(base.url(''));
      return {
        status: 200,
        type: 'application/json; charset=utf-8',
        headers: { ETag: formatETag(tagOf(body)) },
        body,
      };
    },
  };
}

/** The OpenAPI document as text, made once for each address that it is asked for at in a row. */
function openApiText(mounted: Table, version: string): (baseUrl: string) => string {
  let made = { baseUrl: '', text: '' };
  return (baseUrl) => {
    if (made.text === '' || made.baseUrl !== baseUrl) {
      made = { baseUrl, text: `${JSON.stringify(buildOpenApi(mounted, { version, baseUrl }))}\n` };
    }
    return made.text;
  };
}

/** Sorted, as the service lists them (protocol.md section 3). */
const featuresOf = ({ config }: Server, additions: readonly Feature[]): Feature[] =>
  [...additions, 'oauth' as const, ...(config.mail ? (['email'] as const) : [])].toSorted();
