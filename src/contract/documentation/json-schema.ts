import * as z from 'zod/mini';
import type { Field, Form } from '../form/field';
import { metadata } from './schema-names';
import { fieldText } from './texts/field-texts';

/** JSON Schema (2020-12) as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const COMPONENTS = '#/components/schemas/';

/**
 * What `schema` looks like on the wire, as our server sends it. Named records become references;
 * their own schemas are put into `components`.
 */
export function wireSchema(schema: z.ZodMiniType, components: Map<string, JsonSchema>): JsonSchema {
  const { $schema: _, $defs = {}, ...json } = convert(schema);
  for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>)) {
    components.set(name, withoutId(definition));
  }
  const { id, ...rest } = json;
  if (typeof id !== 'string') return rest;
  components.set(id, rest);
  return { $ref: COMPONENTS + id };
}

/** What a client may send for `form`. */
export function formSchema(form: Form): JsonSchema {
  const entries = Object.entries(form);
  const required = entries.filter(([, field]) => field.presence === 'required');
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, withText(fieldSchema(field), fieldText('', name))]),
    ),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
  };
}

/** What a client may send for one field. */
export function fieldSchema(field: Field): JsonSchema {
  const schema = baseSchema(field);
  const fallback = field.fallback === undefined ? {} : { default: field.fallback };
  if (field.presence !== 'clearable') return { ...schema, ...fallback };
  return typeof schema.type === 'string' && !schema.enum
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
}

function baseSchema(field: Field): JsonSchema {
  switch (field.type) {
    case 'instant':
      return { type: 'string', format: 'date-time' };
    case 'file':
      return { type: 'string', contentMediaType: 'application/octet-stream' };
    case 'files':
      return {
        type: 'array',
        items: { type: 'string', contentMediaType: 'application/octet-stream' },
      };
    case 'secret':
      return { ...withoutSchema(convert(field.rule)), format: 'password' };
    default:
      return {
        ...withoutSchema(convert(field.rule)),
        ...(field.format && { format: field.format }),
      };
  }
}

function convert(schema: z.ZodMiniType): JsonSchema {
  const json = z.toJSONSchema(schema, {
    metadata,
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The bounds of what JavaScript can count are not bounds of the protocol.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.enum?.every(Number.isInteger)) jsonSchema.type = 'integer';
    },
  });
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', COMPONENTS)) as JsonSchema;
}

const withText = (schema: JsonSchema, description: string): JsonSchema =>
  description === '' ? schema : { ...schema, description };

const withoutId = ({ id: _, ...rest }: JsonSchema): JsonSchema => rest;
const withoutSchema = ({ $schema: _, ...rest }: JsonSchema): JsonSchema => withoutId(rest);
