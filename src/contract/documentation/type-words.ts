import type { JsonSchema } from './json-schema';

/** A JSON schema in the words of a table: `list of text`, `whole number 0 to 100`, a record's link. */
export function typeWords(schema: JsonSchema): string {
  const words = baseWords(schema);
  return schema.default === undefined ? words : `${words}, default ${literal(schema.default)}`;
}

function baseWords(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return recordLink(schema.$ref);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return choices.map(typeWords).join(' or ');
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map(literal).join(' ')}`;
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => baseWords({ ...schema, type })).join(' or ');
  }
  switch (schema.type) {
    case 'string':
      return textWords(schema);
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${boundWords(schema)}`;
    case 'array':
      return listWords(schema);
    case 'object':
      return objectWords(schema);
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

function listWords({ items, maxItems }: JsonSchema): string {
  const most = maxItems === undefined ? '' : `at most ${maxItems} of `;
  return `list of ${most}${typeWords((items ?? {}) as JsonSchema)}`;
}

const literal = (value: unknown) =>
  `\`${typeof value === 'string' ? value || '""' : JSON.stringify(value)}\``;

function textWords(schema: JsonSchema): string {
  if (schema.contentMediaType) return 'file';
  const length = schema.maxLength === undefined ? '' : `, at most ${schema.maxLength} characters`;
  return `${schema.format === undefined ? 'text' : String(schema.format)}${length}`;
}

function boundWords({ minimum, maximum }: JsonSchema): string {
  if (maximum !== undefined) return ` ${minimum ?? ''} to ${maximum}`;
  return minimum === undefined ? '' : ` from ${minimum}`;
}

function objectWords(schema: JsonSchema): string {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (fields.length > 0) {
    return `object: ${fields.map(([name, field]) => `\`${name}\` ${typeWords(field)}`).join(', ')}`;
  }
  const values = schema.additionalProperties as JsonSchema | undefined;
  return values && Object.keys(values).length > 0 ? `object of ${typeWords(values)}` : 'object';
}
