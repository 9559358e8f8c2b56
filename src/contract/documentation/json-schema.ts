import * as z from 'zod/mini';
import type { Fields } from '../form/field';
import { readingOf, shapeOf } from '../form/field-shape';
import * as contract from '../index';
import { Address, Hostname, Instant, ShortId } from '../schema/record';
import { fieldText } from './field-texts';

/** JSON Schema (2020-12) as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const COMPONENTS = '#/components/schemas/';

/**
 * Converts `schema` to JSON Schema as Leafmark's server sends it. Named records become references;
 * their definitions are added to `components`.
 */
export function wireSchema(schema: z.ZodMiniType, components: Map<string, JsonSchema>): JsonSchema {
  const { $schema: _, $defs = {}, ...json } = convert(schema);
  for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>)) {
    components.set(name, withTexts(name, withoutId(definition)));
  }
  const { id, ...rest } = json;
  if (typeof id !== 'string') return rest;
  components.set(id, withTexts(id, rest));
  return { $ref: COMPONENTS + id };
}

/**
 * Converts a form that a client sends.
 * @param owner the route with its group, as in `bookmarks.list`
 */
export function formSchema(owner: string, fields: Fields): JsonSchema {
  const required = Object.entries(fields).flatMap(([name, field]) =>
    shapeOf(field).isRequired ? [name] : [],
  );
  const { properties } = convert(z.object(fields));
  return withTexts(owner, { type: 'object', properties, ...(required.length > 0 && { required }) });
}

/** Adds what each field means, also inside of lists and choices. */
function withTexts(owner: string, { properties, ...schema }: JsonSchema): JsonSchema {
  const rest = Object.entries(schema).map(([key, value]) => [key, valueWithTexts(owner, value)]);
  if (properties === undefined) return Object.fromEntries(rest);
  const fields = properties as Readonly<Record<string, JsonSchema>>;
  const isFilter = 'range_start' in fields;
  const withText = ([name, field]: readonly [string, JsonSchema]) => {
    const description = fieldText(owner, name, isFilter);
    return [name, { ...withTexts(owner, field), ...(description && { description }) }];
  };
  return {
    ...Object.fromEntries(rest),
    properties: Object.fromEntries(Object.entries(fields).map(withText)),
  };
}

function valueWithTexts(owner: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => valueWithTexts(owner, each));
  const isSchema = typeof value === 'object' && value !== null;
  return isSchema ? withTexts(owner, value as JsonSchema) : value;
}

/** The fields of an object. */
export const propertiesOf = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  (schema.properties ?? {}) as Record<string, JsonSchema>;

function convert(schema: z.ZodMiniType): JsonSchema {
  const json = z.toJSONSchema(schema, {
    metadata: documented,
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { format } = readingOf(zodSchema);
      if (format === 'date-time') jsonSchema.type = 'string';
      if (format) jsonSchema.format = format;
      const isFile = zodSchema._zod.def.type === 'custom';
      if (isFile) {
        Object.assign(jsonSchema, { type: 'string', contentMediaType: 'application/octet-stream' });
      }
      // The safe integer bounds of JavaScript are not bounds of the protocol.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.enum?.every(Number.isInteger)) jsonSchema.type = 'integer';
    },
  });
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', COMPONENTS)) as JsonSchema;
}

const withoutId = ({ id: _, ...rest }: JsonSchema): JsonSchema => rest;

/** Names and formats of schemas. */
const documented = z.registry<{ id?: string; format?: string }>();

/** The records of the service by their names in the documents. */
export const schemas: Readonly<Record<string, z.ZodMiniType>> = Object.fromEntries(
  Object.entries(contract).flatMap(([name, exported]) =>
    exported instanceof z.ZodMiniObject ? [[name, exported]] : [],
  ),
);

for (const [id, schema] of Object.entries(schemas)) documented.add(schema, { id });
documented.add(Instant, { format: 'date-time' });
documented.add(ShortId, { format: 'short-uid' });
// Not `uri`, because addresses are percent-decoded, with Unicode hosts (protocol.md section 6).
documented.add(Address, { format: 'iri' });
documented.add(Hostname, { format: 'idn-hostname' });
