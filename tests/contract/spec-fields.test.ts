import { describe, expect, it } from 'vitest';
import {
  formSchema,
  type JsonSchema,
  schemas,
  wireSchema,
} from '../../src/contract/documentation/index';
import * as contract from '../../src/contract/index';
import { ANSWER_TABLES, WORDS } from './spec-answers';
import { DEFAULTS, REQUEST_TABLES } from './spec-requests';

const { api } = contract;
const forms: Readonly<Record<string, contract.Form>> = {
  ...(contract as unknown as Readonly<Record<string, contract.Form>>),
  annotationUpdate: api.highlights.update.body.form,
  authenticationForm: api.signIn.withPassword.body.form,
  labelUpdate: api.labels.rename.body.form,
  shareEmail: api.sharing.email.body.form,
};
const components = new Map<string, JsonSchema>();
for (const schema of Object.values(schemas)) wireSchema(schema, components);

const FORMATS: Readonly<Record<string, string>> = {
  iri: 'uri',
  'idn-hostname': 'hostname',
  'date-time': 'date-time',
  'short-uid': 'short-uid',
};

/** Describes a schema in the terms of the specification's tables. */
function kindOf(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return kindOf(recordNamed(schema.$ref.split('/').at(-1)!));
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(kindOf).join('|');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => kindOf({ ...schema, type })).join('|');
  }
  if (schema.type === 'array') return `array of ${kindOf(schema.items as JsonSchema)}`;
  return FORMATS[String(schema.format)] ?? String(schema.type);
}

/** `Name`, or `Name.field` for an object inside a record. */
function recordNamed(path: string): JsonSchema {
  const [name = '', field] = path.split('.');
  const record = components.get(name) ?? {};
  return field === undefined ? record : propertiesOf(record)[field]!;
}

const propertiesOf = (schema: JsonSchema) => schema.properties as Record<string, JsonSchema>;

function kindsOf(schema: JsonSchema, names: readonly string[]): Record<string, string> {
  const required = (schema.required ?? []) as readonly string[];
  return Object.fromEntries(
    names.map((name) => {
      const property = propertiesOf(schema)[name];
      const kind = property === undefined ? 'missing' : kindOf(property);
      return [name, required.includes(name) ? kind : `${kind}?`];
    }),
  );
}

describe('the records of the specification', () => {
  it.each(ANSWER_TABLES)('include every field of $record ($section)', (table) => {
    expect(kindsOf(recordNamed(table.record), Object.keys(table.fields))).toEqual(table.fields);
  });

  it.each(Object.entries(WORDS))(
    'restrict %s to the values of the specification',
    (path, words) => {
      expect(recordNamed(path).enum).toEqual(words);
    },
  );
});

describe('the requests of the specification', () => {
  it.each(REQUEST_TABLES)('include every field of $record ($section)', (table) => {
    const form = forms[table.record]!;
    expect(kindsOf(formSchema('', form), Object.keys(table.fields))).toEqual(table.fields);
  });

  it.each(Object.entries(DEFAULTS))(
    'give %s the defaults of the specification',
    (name, defaults) => {
      const fallbacks = Object.keys(defaults).map((field) => [
        field,
        propertiesOf(formSchema('', forms[name]!))[field]!.default,
      ]);
      expect(Object.fromEntries(fallbacks)).toEqual(defaults);
    },
  );

  it('restrict reading progress to 0 to 100', () => {
    const schema = propertiesOf(formSchema('', contract.bookmarkUpdate)).read_progress;
    expect(schema).toMatchObject({ minimum: 0, maximum: 100 });
  });
});
