import type * as z from 'zod/mini';
import { type Form, readings } from './field';

/** The type of a field, which determines its encoding. */
export type FieldType =
  | 'text'
  | 'secret'
  | 'flag'
  | 'integer'
  | 'instant'
  | 'list'
  | 'record'
  | 'file'
  | 'files';

/** A field as the decoder and the documents see it. */
export interface FieldShape {
  readonly type: FieldType;
  /** The schema of a value: bounds, whose messages are sent to clients. */
  readonly rule: z.core.$ZodType;
  /** The items of a list. */
  readonly item: z.core.$ZodType | null;
  /** The maximum number of items of a list; infinite for other fields. */
  readonly maxItems: number;
  readonly isRequired: boolean;
  readonly mayBeEmpty: boolean;
  /** True if null is a value of its own, which clears the stored value. */
  readonly isClearable: boolean;
  /** Used when the field is absent or null; undefined if it has no default. */
  readonly fallback: unknown;
}

/** Shapes that were read before, because every request has the fields of its route. */
const known = new WeakMap<z.core.$ZodType, FieldShape>();

/** Reads the shape of a field from its schema. */
export function shapeOf(field: z.core.$ZodType): FieldShape {
  const found = known.get(field);
  if (found !== undefined) return found;
  const shape = readShape(field);
  known.set(field, shape);
  return shape;
}

function readShape(field: z.core.$ZodType): FieldShape {
  const { def } = (field as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional': {
      const mayBeEmpty = readings.get(field as z.ZodMiniType)?.isFilled !== true;
      return { ...shapeOf(def.innerType), isRequired: false, mayBeEmpty };
    }
    case 'nullable':
      return { ...shapeOf(def.innerType), isClearable: true };
    case 'default': {
      const shape = { ...shapeOf(def.innerType), isRequired: false, mayBeEmpty: true };
      return { ...shape, fallback: def.defaultValue };
    }
    default:
      return {
        type: typeOf(field),
        rule: field,
        item: def.type === 'array' ? def.element : null,
        maxItems: readingOf(field).maxItems ?? Number.POSITIVE_INFINITY,
        isRequired: true,
        mayBeEmpty: false,
        isClearable: false,
        fallback: undefined,
      };
  }
}

function typeOf(rule: z.core.$ZodType): FieldType {
  const { isSecret, isInstant } = readingOf(rule);
  const { def } = (rule as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'enum':
      return isSecret ? 'secret' : 'text';
    case 'boolean':
      return 'flag';
    case 'number':
      return isInstant ? 'instant' : 'integer';
    case 'array':
      return def.element._zod.def.type === 'custom' ? 'files' : 'list';
    case 'custom':
      return 'file';
    default:
      return 'record';
  }
}

/** Returns how the text of a value is read. */
export const readingOf = (rule: z.core.$ZodType) => readings.get(rule as z.ZodMiniType) ?? {};

/** True if a form has files. */
export const takesFiles = (form: Form): boolean =>
  Object.values(form.fields).some((field) => shapeOf(field).type.startsWith('file'));
