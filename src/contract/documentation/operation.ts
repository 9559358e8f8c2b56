import { Message, messageBody, OAuthError } from '../errors';
import { FormError } from '../form/error-body';
import type { BodyType } from '../form/input';
import { type Permission, SCOPES, scopesFor } from '../permissions';
import { REQUEST_HEADERS, RESPONSE_HEADERS } from '../route/headers';
import { type Answer, type ErrorKind, errorsOf, type Route } from '../route/route';
import { SHORT_ID_PATTERN } from '../schema/record';
import { formSchema, type JsonSchema, propertiesOf, wireSchema } from './json-schema';
import { groupTagOf, routeTexts } from './route-texts';

const MEDIA_TYPES: Readonly<Record<BodyType, string>> = {
  json: 'application/json',
  urlencoded: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
};

/** Converts a route to an OpenAPI operation. Definitions of records are added to `components`. */
export function operationOf(
  group: string,
  name: string,
  route: Route,
  components: Map<string, JsonSchema>,
): JsonSchema {
  const operationId = `${group}.${name}`;
  const parameters = parametersOf(operationId, route);
  const { summary, notes } = routeTexts(group, name);
  return {
    operationId,
    tags: [groupTagOf(group)],
    summary,
    ...(notes.length > 0 && { description: notes.join('\n\n') }),
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: bodySchemaOf(operationId, route.body) }),
    responses: { ...answersOf(route, components), ...refusalsOf(route, components) },
  };
}

/**
 * Returns the OAuth scopes that permit a route; null if the route takes no token, empty if no scope
 * permits it.
 */
export function scopesOf(route: Route): readonly string[] | null {
  if (route.access === 'public' || route.access === 'session') return null;
  if (route.access === 'token') return SCOPES;
  const reaching = route.access.map((permission: Permission) => scopesFor(permission));
  return SCOPES.filter((scope) => reaching.every((scopes) => scopes.includes(scope)));
}

function securityOf(route: Route): readonly JsonSchema[] {
  if (route.access === 'public') return [];
  if (route.access === 'session') return [{ session: [] }];
  const scopes = scopesOf(route) ?? [];
  return [{ bearer: [] }, ...scopes.map((scope) => ({ oauth: [scope] }))];
}

function parametersOf(owner: string, route: Route): readonly JsonSchema[] {
  const path = Object.entries(route.params ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: schema.safeParse('').success
      ? { type: 'string' }
      : {
          type: 'string',
          pattern: name === 'prefix' ? '^[a-zA-Z0-9]{2}$' : SHORT_ID_PATTERN.source,
        },
  }));
  const form = formSchema(owner, route.query?.fields ?? {});
  const query = Object.entries(propertiesOf(form)).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: ((form.required ?? []) as readonly string[]).includes(name),
    description,
    schema,
  }));
  const headers = (route.reads ?? []).map((name) => ({
    name,
    in: 'header',
    required: false,
    description: REQUEST_HEADERS[name],
    schema: { type: 'string' },
  }));
  return [...path, ...query, ...headers];
}

function bodySchemaOf(owner: string, body: NonNullable<Route['body']>): JsonSchema {
  const schema = formSchema(owner, body.form.fields);
  const content = body.types.map((type) => [MEDIA_TYPES[type], { schema }]);
  return { required: true, content: Object.fromEntries(content) };
}

function answersOf(route: Route, components: Map<string, JsonSchema>): JsonSchema {
  return Object.fromEntries(
    Object.entries(route.answers).map(([status, answer]) => [
      status,
      {
        description: SUCCESSES[Number(status)] ?? 'Success',
        ...(answer.sends.length > 0 && { headers: headersOf(answer) }),
        ...contentOf(answer, components),
      },
    ]),
  );
}

const SUCCESSES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
};

const headersOf = (answer: Answer): JsonSchema =>
  Object.fromEntries(
    answer.sends.map((name) => [
      name,
      { description: RESPONSE_HEADERS[name], schema: { type: 'string' } },
    ]),
  );

function contentOf(answer: Answer, components: Map<string, JsonSchema>): JsonSchema {
  if (answer.kind === 'empty') return {};
  if (answer.kind === 'json') {
    const schema = wireSchema(answer.schema, components);
    const page = answer.isPageToo && { 'text/html': { schema: { type: 'string' } } };
    return { content: { 'application/json': { schema }, ...page } };
  }
  return { content: Object.fromEntries(answer.types.map((type) => [type, {}])) };
}

const REFUSALS = { message: Message, oauth: OAuthError, form: FormError };

function refusalsOf(route: Route, components: Map<string, JsonSchema>): JsonSchema {
  const schemaOf = (kind: ErrorKind) => wireSchema(REFUSALS[kind], components);
  return Object.fromEntries(
    Object.entries(errorsOf(route)).map(([status, kinds]) => {
      const schemas = kinds.map(schemaOf);
      const schema = schemas.length === 1 ? schemas[0] : { oneOf: schemas };
      return [
        status,
        {
          description: messageBody(Number(status)).message,
          content: { 'application/json': { schema } },
        },
      ];
    }),
  );
}
