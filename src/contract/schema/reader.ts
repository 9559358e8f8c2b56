import type * as z from 'zod/mini';
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

/** Never true of a value that parsing would change or refuse; false where it can't be told. */
function normalFormOf(schema: core.$ZodType): IsNormal {
  // The union of all kinds, of which a schema is one.
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      // One with a format of its own, such as an address, checks more than it says.
      return 'check' in def ? NEVER : and((value) => typeof value === 'string', def.checks);
    case 'number':
      return numberOf(def);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'literal':
      return among(def.values);
    case 'enum':
      return among(Object.values(def.entries));
    case 'optional':
      return or(undefined, normalFormOf(def.innerType));
    case 'nullable':
      return or(null, normalFormOf(def.innerType));
    case 'array':
      return and(everyOf(normalFormOf(def.element)), def.checks);
    case 'object':
      return and(recordOf(def), def.checks);
    case 'pipe':
      return preparedOf(def);
    default:
      return NEVER;
  }
}

const NEVER: IsNormal = () => false;

function numberOf(def: core.$ZodNumberDef & { readonly format?: unknown }): IsNormal {
  if (def.format === undefined) return and(Number.isFinite, def.checks);
  return def.format === 'safeint' ? and(Number.isSafeInteger, def.checks) : NEVER;
}

function or(exception: null | undefined, isNormal: IsNormal): IsNormal {
  return (value) => value === exception || isNormal(value);
}

function among(values: readonly unknown[]): IsNormal {
  const known = new Set(values);
  return (value) => known.has(value);
}

function everyOf(isNormal: IsNormal): IsNormal {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!isNormal(item)) return false;
    return true;
  };
}

/** An object that keeps what it does not know; one that does not is always parsed. */
function recordOf({ shape, catchall }: core.$ZodObjectDef): IsNormal {
  if (catchall?._zod.def.type !== 'unknown') return NEVER;
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    isNormal: normalFormOf(schema),
  }));
  return (value) => {
    if (!isRecord(value) || Object.hasOwn(value, '__proto__')) return false;
    for (const { name, isNormal } of fields) if (!isNormal(value[name])) return false;
    return true;
  };
}

/** A schema behind a preparation, as in tolerant.ts: normal is what that leaves as it is. */
function preparedOf({ in: first, out }: core.$ZodPipeDef): IsNormal {
  const { def } = (first as core.$ZodTypes)._zod;
  if (def.type !== 'transform') return NEVER;
  const isNormal = normalFormOf(out);
  return (value) => isNormal(value) && def.transform(value, { value, issues: [] }) === value;
}

function and(isNormal: IsNormal, checks: readonly core.$ZodCheck<never>[] | undefined): IsNormal {
  if (!checks || checks.length === 0) return isNormal;
  const all = checks.map(checkOf);
  return (value) => isNormal(value) && all.every((check) => check(value));
}

function checkOf(check: core.$ZodCheck<never>): IsNormal {
  const { def } = (check as unknown as core.$ZodChecks)._zod;
  switch (def.check) {
    case 'greater_than':
      return (value) => Number(value) > Number(def.value) || (def.inclusive && value === def.value);
    case 'less_than':
      return (value) => Number(value) < Number(def.value) || (def.inclusive && value === def.value);
    case 'string_format': {
      const { pattern } = def;
      return pattern && !pattern.global ? (value) => pattern.test(String(value)) : NEVER;
    }
    default:
      return NEVER;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
