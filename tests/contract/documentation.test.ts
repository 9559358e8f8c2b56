import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  DOCUMENTED_FIELDS,
  FIELDS_OF,
  FILTER_TEXTS,
} from '../../src/contract/documentation/field-texts';
import {
  buildOpenApi,
  type JsonSchema,
  protocolPage,
} from '../../src/contract/documentation/index';
import { api, errorsOf, type Routes } from '../../src/contract/index';

const document = buildOpenApi(api, { version: '0.1.0', baseUrl: 'https://read.example' });
const paths = document.paths as Record<string, Record<string, JsonSchema>>;
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' ? [String(inner)] : referencesIn(inner),
  );
}

/** Returns the fields of all forms and records with their meaning, as `name: meaning`. */
function fieldsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { name, properties, description } = value as JsonSchema;
  const own = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  return [
    `${name}: ${description}`,
    ...own.map(([field, schema]) => `${field}: ${schema.description}`),
    ...Object.values(value).flatMap(fieldsIn),
  ];
}

describe('the OpenAPI document', () => {
  it('defines every record that it refers to', () => {
    const { schemas } = document.components as { schemas: Record<string, JsonSchema> };
    const missing = referencesIn(document).filter((ref) => !schemas[ref.split('/').at(-1)!]);
    expect(missing).toEqual([]);
    expect(Object.keys(schemas)).toContain('BookmarkSummary');
  });

  it('has one operation with a summary for each route', () => {
    const count = Object.values(api).flatMap((group) => Object.keys(group)).length;
    const ids = operations.map((operation) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(count - 1); // one path lists labels or returns one
    expect(operations.every((operation) => String(operation.summary).endsWith('.'))).toBe(true);
  });

  it('declares both responses where one path lists labels or returns one', () => {
    expect(paths['/api/bookmarks/labels']?.get).toMatchObject({
      parameters: [{ name: 'q' }, { name: 'name', required: false }],
      responses: { 200: { content: { 'application/json': { schema: { oneOf: [{}, {}] } } } } },
    });
  });

  it('declares the parameters of each path', () => {
    for (const [path, methods] of Object.entries(paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(methods)) {
        const parameters = (operation.parameters ?? []) as readonly JsonSchema[];
        const declared = parameters.filter((parameter) => parameter.in === 'path');
        expect(declared.map((parameter) => parameter.name)).toEqual(names);
      }
    }
  });

  it('has every text about a field', () => {
    const known = new Set(fieldsIn(document));
    const texts = [DOCUMENTED_FIELDS, FILTER_TEXTS, ...Object.values(FIELDS_OF)].flatMap(
      Object.entries,
    );
    expect(
      texts.map(([name, text]) => `${name}: ${text}`).filter((one) => !known.has(one)),
    ).toEqual([]);
  });

  it('says nothing of the responses to a request in a record', () => {
    expect(fieldsIn(document.components).filter((field) => /\b[45]\d\d\b/.test(field))).toEqual([]);
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});

describe('docs/protocol.md', () => {
  it('is current; `npm run docs` writes it', () => {
    const committed = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8');
    expect(committed).toBe(protocolPage(api));
  });

  it('says which routes with a query or a body never answer 422', () => {
    const sections = protocolPage(api).split(/^### /m);
    for (const [group, routes] of Object.entries<Routes>(api)) {
      for (const [name, route] of Object.entries(routes)) {
        const section = sections.find((each) => each.startsWith(`${group}.${name}\n`));
        const isNever = (route.query ?? route.body) !== undefined && !errorsOf(route)[422];
        expect([name, /Never [^.]*422/.test(section ?? '')]).toEqual([name, isNever]);
      }
    }
  });

  it('describes every field', () => {
    const rows = protocolPage(api).match(/^\| `\w+` \|.*\|$/gm) ?? [];
    expect(rows.filter((row) => row.endsWith('|  |'))).toEqual([]);
  });
});
