import * as z from 'zod/mini';
import type * as core from 'zod/v4/core';

/** Whether a value is what a schema would make of it. */
type IsNormal = (value: unknown) => boolean;

/**
 * Reads values by `schema`; null for what it does not take. A value that is in the normal form
 * already, as nearly all are, is given as it is: looking at it takes a fifth of the time of having
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
      return or(undefined, normalFormOf(def.innerType));
    case 'nullable':
      return or(null, normalFormOf(def.innerType));
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

const or =
  (exception: null | undefined, isNormal: IsNormal): IsNormal =>
  (value) =>
    value === exception || isNormal(value);

const everyOf =
  (isNormal: IsNormal): IsNormal =>
  (value) => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!isNormal(item)) return false;
    return true;
  };

function recordOf(shape: Readonly<Record<string, core.$ZodType>>): IsNormal {
  const fields = Object.entries(shape).map(
    ([name, schema]) => [name, normalFormOf(schema)] as const,
  );
  return (value) => {
    if (!isRecord(value) || Object.hasOwn(value, '__proto__')) return false;
    for (const [name, isNormal] of fields) if (!isNormal(value[name])) return false;
    return true;
  };
}

/** Of a schema behind a preparation, as in tolerant.ts: what that leaves as it is. */
function preparedOf({ in: first, out }: core.$ZodPipeDef): IsNormal | null {
  const { def } = (first as core.$ZodTypes)._zod;
  if (def.type !== 'transform') return null;
  const isNormal = normalFormOf(out);
  return (value) => isNormal(value) && def.transform(value, { value, issues: [] }) === value;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
