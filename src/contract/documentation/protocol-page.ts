import type { Fields } from '../form/field';
import { scopesFor } from '../permissions';
import { type Answer, errorsOf, type Route, type Routes, type Table } from '../route/route';
import { bookmarkFilters } from '../tags/bookmark-filters';
import { formSchema, type JsonSchema, propertiesOf, wireSchema } from './json-schema';
import { scopesOf } from './operation';
import { groupTagOf, routeTexts } from './route-texts';

/** Generates docs/protocol.md: every route of `table` and every record that they use. */
export function protocolPage(table: Table): string {
  const components = new Map<string, JsonSchema>();
  const groups = Object.entries(table).map(([group, routes]) =>
    groupSection(group, routes, components),
  );
  const records = [...components].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(recordSection);
  const filters = `### Filters\n\n${tableOf('bookmarks.list', bookmarkFilters.fields)}`;
  return [INTRODUCTION, contents(table), ...groups, '## Records', filters, ...records]
    .join('\n\n')
    .concat('\n');
}

const INTRODUCTION = `# The service's interface

<!-- Made from src/contract by \`npm run docs\`. Do not edit. -->

Paths are relative to the address of the server. Clients send a token as \`Authorization: Bearer …\`. Bodies are JSON, urlencoded or multipart, according to their \`Content-Type\`; unknown fields are ignored. In a query or a form, a list is a repeated key, a boolean is one of \`1 0 t f true false on\`, and the single character U+FF00 is null. Dates are accepted in many forms and sent in RFC 3339, UTC.

Errors are JSON: \`message\`, \`oauth\` or \`form\` (records \`Message\`, \`OAuthError\`, \`FormError\`). On every route, a path with doubled slashes is a 308 to the path without them, an unsupported method is a 405 with \`Allow\`, and a request from a frame in another site's page, or with HTTP Basic from another site's page, is a 403. On a route without a token, a body that takes more than 30 seconds is a 408.

The usual errors are: 401 and 403 \`message\` on a route with a token; 404 \`message\` if the path or the query names a record; 413 \`message\` on a route with a body, and 429 \`message\` while the bodies of its client are too large together; 422 \`form\` for an invalid query or body; 500 and 503 \`message\`; 507 \`message\` if a route that is not a GET needs room on a full disk: nothing of the request is stored, or a label is changed in some of its bookmarks, and the same request changes the others. A route lists only other ones.`;

function contents(table: Table): string {
  const rows = Object.entries(table).flatMap(([group, routes]) =>
    Object.entries(routes).map(([name, route]) => {
      const statuses = Object.keys(route.answers).join(' ');
      return `| ${route.method} | \`${route.path}\` | ${describeScopes(route)} | ${statuses} | [${group}.${name}](#${anchor(group, name)}) |`;
    }),
  );
  return ['| Method | Path | OAuth scope | Answers | |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

const anchor = (group: string, name: string) => `${group}${name}`.toLowerCase();

function describeScopes(route: Route): string {
  const scopes = scopesOf(route);
  if (scopes === null) return route.access === 'session' ? 'session' : 'public';
  if (scopes.length === 0) return 'none: API token';
  return scopes.length > 1 ? 'any' : scopes.join(' ');
}

function groupSection(group: string, routes: Routes, components: Map<string, JsonSchema>): string {
  const tag = groupTagOf(group);
  const sections = Object.entries(routes).map(([name, route]) =>
    routeSection(group, name, route, components),
  );
  return [`## ${tag.charAt(0).toUpperCase()}${tag.slice(1)}`, ...sections].join('\n\n');
}

function routeSection(
  group: string,
  name: string,
  route: Route,
  components: Map<string, JsonSchema>,
): string {
  const { summary, notes } = routeTexts(group, name);
  const owner = `${group}.${name}`;
  const choice = route.selectedBy ? `?${route.selectedBy}=` : '';
  const answers = Object.entries(route.answers).map(
    ([status, answer]) => `- **${status}** ${describeAnswer(answer, components)}`,
  );
  const errors = describeErrors(route);
  return [
    `### ${group}.${name}`,
    `\`${route.method} ${route.path}${choice}\` — ${summary}`,
    ...(notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : []),
    describeAccess(route),
    ...(route.query ? [`Query:\n\n${formTable(owner, route.query.fields)}`] : []),
    ...(route.reads ? [`Headers read: ${route.reads.map(code).join(', ')}.`] : []),
    ...(route.body
      ? [`Body (${route.body.types.join(', ')}):\n\n${formTable(owner, route.body.form.fields)}`]
      : []),
    answers.join('\n'),
    ...(errors.length > 0 ? [errors.join(' ')] : []),
  ].join('\n\n');
}

const code = (text: string) => `\`${text}\``;

function describeAccess({ access }: Route): string {
  if (access === 'public') return 'For anybody.';
  if (access === 'session') return 'For people who are signed in to the pages of the server.';
  if (access === 'token') return 'For every token.';
  const needs = access.map((permission) => {
    const scopes = scopesFor(permission);
    return `${code(permission)} (${scopes.length > 0 ? `scope ${scopes.map(code).join(', ')}` : 'no scope'})`;
  });
  return `Needs ${needs.join(' and ')}.`;
}

function describeAnswer(answer: Answer, components: Map<string, JsonSchema>): string {
  const headers = answer.sends.length > 0 ? ` Sends ${answer.sends.map(code).join(', ')}.` : '';
  if (answer.kind === 'empty') return `no body.${headers}`;
  if (answer.kind === 'media') return `${answer.types.map(code).join(', ')}.${headers}`;
  return `${describeType(wireSchema(answer.schema, components))}.${headers}`;
}

/** Describes the errors that differ from the usual ones. */
function describeErrors(route: Route): readonly string[] {
  const { errors: _, invalid: __, namedByQuery, ...plain } = route;
  const usual = errorsOf(namedByQuery ? { ...plain, errors: { 404: 'message' } } : plain);
  const actual = errorsOf(route);
  const others = Object.entries(actual)
    .map(([status, kinds]) => [status, kinds.join(' or ')] as const)
    .filter(([status, kinds]) => usual[Number(status)]?.join(' or ') !== kinds);
  const absent = Object.keys(usual).filter((status) => actual[Number(status)] === undefined);
  return [
    ...(others.length > 0 ? [`Errors: ${others.map((each) => each.join(' ')).join(', ')}.`] : []),
    ...(absent.length > 0 ? [`Never ${absent.join(' or ')}.`] : []),
  ];
}

/** The filters of bookmarks, which several routes have, are described once. */
function formTable(owner: string, fields: Fields): string {
  const filters = bookmarkFilters.fields;
  if (fields.range_start !== filters.range_start) return tableOf(owner, fields);
  const others = Object.entries(fields).filter(([name]) => !(name in filters));
  const more = others.length === 0 ? '' : `, and:\n\n${tableOf(owner, Object.fromEntries(others))}`;
  return `The [filters of bookmarks](#filters)${more || '.'}`;
}

const tableOf = (owner: string, fields: Fields) =>
  fieldTable(formSchema(owner, fields), 'Required', 'yes');

const recordSection = ([name, schema]: readonly [string, JsonSchema]) =>
  `### ${name}\n\n${fieldTable(schema, 'Present', 'always')}`;

/** A row for each field of an object. `mark` stands in the column `heading` of required ones. */
function fieldTable(schema: JsonSchema, heading: string, mark: string): string {
  const required = (schema.required ?? []) as readonly string[];
  const rows = Object.entries(propertiesOf(schema)).map(
    ([name, field]) =>
      `| \`${name}\` | ${describeType(field)} | ${required.includes(name) ? mark : ''} | ${field.description ?? ''} |`,
  );
  return [`| Field | Type | ${heading} | |`, '|---|---|---|---|', ...rows].join('\n');
}

/**
 * Describes a JSON schema in words: `list of text`, `whole number 0 to 100`, a link to a record.
 */
function describeType(schema: JsonSchema): string {
  const words = describeBaseType(schema);
  return schema.default === undefined ? words : `${words}, default ${literal(schema.default)}`;
}

function describeBaseType(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return recordLink(schema.$ref);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return choices.map(describeType).join(' or ');
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map(literal).join(' ')}`;
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => describeBaseType({ ...schema, type })).join(' or ');
  }
  switch (schema.type) {
    case 'string':
      return describeText(schema);
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${describeBounds(schema)}`;
    case 'array':
      return describeList(schema);
    case 'object':
      return describeObject(schema);
    case undefined:
      return 'anything';
    default:
      return String(schema.type);
  }
}

function recordLink(ref: string): string {
  const name = ref.split('/').at(-1) ?? ref;
  return `[${name}](#${name.toLowerCase()})`;
}

function describeList({ items, maxItems }: JsonSchema): string {
  const most = maxItems === undefined ? '' : `at most ${maxItems} of `;
  return `list of ${most}${describeType((items ?? {}) as JsonSchema)}`;
}

const literal = (value: unknown) =>
  `\`${typeof value === 'string' ? value || '""' : JSON.stringify(value)}\``;

function describeText(schema: JsonSchema): string {
  if (schema.contentMediaType) return 'file';
  const length = schema.maxLength === undefined ? '' : `, at most ${schema.maxLength} characters`;
  return `${schema.format === undefined ? 'text' : String(schema.format)}${length}`;
}

function describeBounds({ minimum, maximum }: JsonSchema): string {
  if (maximum !== undefined) return ` ${minimum ?? ''} to ${maximum}`;
  return minimum === undefined ? '' : ` from ${minimum}`;
}

function describeObject(schema: JsonSchema): string {
  const fields = Object.entries(propertiesOf(schema));
  if (fields.length > 0) {
    return `object: ${fields.map(([name, field]) => `\`${name}\` ${describeType(field)}`).join(', ')}`;
  }
  const values = schema.additionalProperties as JsonSchema | undefined;
  return values && Object.keys(values).length > 0 ? `object of ${describeType(values)}` : 'object';
}
