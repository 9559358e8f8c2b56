import type { UploadedPart } from './upload';

/** In a form or a query, this one character stands for null (protocol.md section 1). */
export const NULL_CHARACTER = '\uFF00';

/** What was sent, before any field is read. */
export type FormSource =
  | { readonly kind: 'json'; readonly data: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'entries';
      readonly entries: ReadonlyMap<string, readonly (string | UploadedPart)[]>;
    };

/** The object in a JSON body; null when it is not JSON or not an object. */
export function readJson(body: string): FormSource | null {
  try {
    const data: unknown = JSON.parse(body);
    return isObject(data) ? { kind: 'json', data } : null;
  } catch {
    return null; // The caller says "invalid input data"; where it breaks helps no client.
  }
}

/** The pairs of a query string or of an urlencoded body, keys repeated as they came. */
export function readPairs(pairs: string | URLSearchParams): FormSource {
  const entries = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(pairs)) {
    const values = entries.get(name);
    if (values) values.push(value);
    else entries.set(name, [value]);
  }
  return { kind: 'entries', entries };
}

export type BodyType = 'json' | 'urlencoded' | 'multipart';

/** How a body is to be read by its Content-Type; null for a type that no route takes. */
export function bodyTypeOf(contentType: string): BodyType | null {
  switch (contentType.split(';', 1)[0]?.trim().toLowerCase()) {
    case 'application/json':
    case 'text/json':
      return 'json';
    case 'application/x-www-form-urlencoded':
      return 'urlencoded';
    case 'multipart/form-data':
      return 'multipart';
    default:
      return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
