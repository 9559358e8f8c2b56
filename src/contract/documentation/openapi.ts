import type { Route, Table } from '../route/route';
import type { JsonSchema } from './json-schema';
import { operationOf } from './operation';
import { groupTagOf } from './route-texts';

export interface OpenApiOptions {
  /** The version of the server. */
  readonly version: string;
  /** The base address of the server, without a trailing slash. Empty for the host of the document. */
  readonly baseUrl: string;
}

/** The version of the API itself (spec section 9). */
const API_VERSION = '1.0.0';

/** Builds the OpenAPI 3.1 document of `table`. */
export function buildOpenApi(table: Table, { version, baseUrl }: OpenApiOptions): JsonSchema {
  const components = new Map<string, JsonSchema>();
  const paths = new Map<string, Map<string, JsonSchema>>();
  for (const [group, routes] of Object.entries(table)) {
    for (const [name, route] of Object.entries(routes)) {
      const operation = operationOf(group, name, route, components);
      const methods = paths.get(route.path) ?? new Map<string, JsonSchema>();
      const method = route.method.toLowerCase();
      const namesake = methods.get(method);
      paths.set(route.path, methods);
      methods.set(method, namesake ? joined(namesake, operation, route) : operation);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Leafmark', version: API_VERSION, 'x-server-version': version },
    servers: [{ url: baseUrl === '' ? '/' : baseUrl }],
    tags: tagsOf(table),
    paths: Object.fromEntries([...paths].map(([path, m]) => [path, Object.fromEntries(m)])),
    components: {
      schemas: Object.fromEntries([...components].toSorted(byName)),
      securitySchemes: securitySchemes(baseUrl),
    },
  };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : 1;

const tagsOf = (table: Table) => Object.keys(table).map((group) => ({ name: groupTagOf(group) }));

/**
 * Joins two routes with the same method and path into one operation, because OpenAPI allows only
 * one.
 */
function joined(first: JsonSchema, second: JsonSchema, route: Route): JsonSchema {
  const parameters = [...listIn(first.parameters), ...listIn(second.parameters)].map((parameter) =>
    parameter.name === route.selectedBy ? { ...parameter, required: false } : parameter,
  );
  const ok = [first, second].map((operation) => schemaOfOk(operation));
  return {
    ...first,
    summary: `${first.summary} ${`With \`${route.selectedBy}\`:`} ${second.summary}`,
    parameters,
    responses: {
      ...(second.responses as JsonSchema),
      ...(first.responses as JsonSchema),
      200: { description: 'OK', content: { 'application/json': { schema: { oneOf: ok } } } },
    },
  };
}

const listIn = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value : []);

function schemaOfOk(operation: JsonSchema): unknown {
  const responses = operation.responses as Record<string, { content: Record<string, JsonSchema> }>;
  return responses[200]?.content['application/json']?.schema;
}

const securitySchemes = (baseUrl: string): JsonSchema => ({
  bearer: { type: 'http', scheme: 'bearer' },
  session: { type: 'apiKey', in: 'cookie', name: 'session' },
  oauth: {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/authorize`,
        tokenUrl: `${baseUrl}/api/oauth/token`,
        scopes: {
          'bookmarks:read': 'Read bookmarks',
          'bookmarks:write': 'Change bookmarks',
          'profile:read': 'Read the extended profile',
        },
      },
    },
  },
});
