/** A body and what it is. */
export interface RequestBody {
  readonly content: string | Blob | FormData;
  /** null: the content says it itself. */
  readonly contentType: string | null;
  readonly sizeBytes: number;
}

/** JSON, or a multipart form when there are files among the values. */
export function requestBodyOf(values: Readonly<Record<string, unknown>>): RequestBody {
  const files = Object.values(values).flat().filter(isFile);
  if (files.length > 0) return formOf(values, files);
  const content = JSON.stringify(values);
  const sizeBytes = new TextEncoder().encode(content).byteLength;
  return { content, contentType: 'application/json', sizeBytes };
}

function formOf(values: Readonly<Record<string, unknown>>, files: readonly Blob[]): RequestBody {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item instanceof Blob) form.append(name, item);
      else if (item !== undefined && item !== null) form.append(name, String(item));
    }
  }
  const sizeBytes = files.reduce((sum, { size }) => sum + size, 0);
  return { content: form, contentType: null, sizeBytes };
}

const isFile = (value: unknown): value is Blob => value instanceof Blob;
