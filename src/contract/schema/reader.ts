import * as z from 'zod/mini';
import type * as core from 'zod/v4/core';

/** Whether a value is what a schema would make of it. */
type IsNormal = (value: unknown) => boolean;

/**
 * Reads values by `schema`; null for what it does not take. A value that is in the normal form
 * already, as nearly all are, is given as it is: looking at it takes a third of the time of having
 * it parsed, which copies every object. (Nothing is compiled: an extension may make no code.)
 */
export function readerOf<S extends z.ZodMiniType>(
  schema: S,
): (value: unknown) => z.output<S> | null {
  const isNormal = normalFormOf(schema);
  return (value) => {
    // In its normal form a value is its own output, whatever the schema.
    if (isNormal(value)) return value as z.output<S>;
    const read = schema.safeParse(value);
    return read.success ? read.data : null;
  };
}

/** Never true of a value that parsing would change or refuse. */
function normalFormOf(schema: core.$ZodType): IsNormal {
  // The union of all kinds, of which a schema is one.
  const { def } = (schema as core.$ZodTypes)._zod;
  const parsed: IsNormal = (value) => {
    const read = z.safeParse(schema, value);
    return read.success && read.data === value;
  };
  // One with checks, or with a format of its own, is looked at by them.
  if (def.checks?.length || 'check' in def) return parsed;
  switch (def.type) {
    case 'string':
    case 'boolean':
      return (value) => typeof value === def.type;
    case 'optional':
      return normalFormOf(def.innerType);
    case 'nullable': {
      const isNormal = normalFormOf(def.innerType);
      return (value) => value === null || isNormal(value);
    }
    case 'array':
      return everyOf(normalFormOf(def.element));
    case 'object':
      // One that does not keep what it does not know may drop something.
      return def.catchall?._zod.def.type === 'unknown' ? recordOf(def.shape) : parsed;
    case 'pipe':
      return preparedOf(def) ?? parsed;
    default:
      return parsed;
  }
}

const everyOf =
  (isNormal: IsNormal): IsNormal =>
  (value) => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!isNormal(item)) return false;
    return true;
  };

function recordOf(shape: Readonly<Record<string, core.$ZodType>>): IsNormal {
  const fields = Object.entries(shape).map(
    ([name, schema]) => [name, normalFormOf(schema), mayLack(schema)] as const,
  );
  return (value) => {
    if (!isRecord(value) || Object.hasOwn(value, '__proto__')) return false;
    for (const [name, isNormal, isOptional] of fields) {
      const field = value[name];
      const isFine = field === undefined ? isOptional && !(name in value) : isNormal(field);
      if (!isFine) return false;
    }
    return true;
  };
}

/** Whether a field of that schema can be absent, and then nothing comes in its place. */
const mayLack = ({ _zod: { optin, optout } }: core.$ZodType): boolean =>
  optin === 'optional' && optout === 'optional';

/** Of a schema behind a preparation, as in tolerant.ts: what that leaves as it is. */
function preparedOf(pipe: core.$ZodPipeDef): IsNormal | null {
  const { def } = (pipe.in as core.$ZodTypes)._zod;
  if (def.type !== 'transform' || def.checks?.length || pipe.transform) return null;
  const isNormal = normalFormOf(pipe.out);
  return (value) => {
    if (!isNormal(value)) return false;
    const payload = { value, issues: [] };
    return def.transform(value, payload) === value && payload.issues.length === 0;
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
