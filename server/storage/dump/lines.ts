import * as z from 'zod/mini';

// A backup is text compressed with gzip, with one JSON value on each line: a head, then for each
// table its name and columns and one line for each row, then an end with the number of rows.

const FORMAT = 'leafmark backup';

const Value = z.union([z.string(), z.number(), z.null(), z.object({ base64: z.string() })]);

const Line = z.union([
  z.object({ format: z.literal(FORMAT), schema: z.int(), made: z.string() }),
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.array(Value),
  z.object({ rows: z.int() }),
]);

export type DumpValue = string | number | null | Uint8Array;

export type DumpLine =
  | { readonly kind: 'head'; readonly schema: number; readonly made: string }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'row'; readonly values: readonly DumpValue[] }
  | { readonly kind: 'end'; readonly rows: number };

/** Writes a line with its line end. */
export function formatLine(line: DumpLine): string {
  switch (line.kind) {
    case 'head':
      return json({ format: FORMAT, schema: line.schema, made: line.made });
    case 'table':
      return json({ table: line.table, columns: line.columns });
    case 'row':
      return json(line.values.map(packed));
    case 'end':
      return json({ rows: line.rows });
  }
}

/** Parses a line; null when it is not a line of a backup. */
export function parseLine(text: string): DumpLine | null {
  const parsed = Line.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const line = parsed.data;
  if (Array.isArray(line)) return { kind: 'row', values: line.map(unpacked) };
  if ('format' in line) return { kind: 'head', schema: line.schema, made: line.made };
  return 'table' in line ? { kind: 'table', ...line } : { kind: 'end', ...line };
}

const json = (value: unknown) => `${JSON.stringify(value)}\n`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Not a line of a backup.
  }
}

const packed = (value: DumpValue) =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;

const unpacked = (value: z.output<typeof Value>): DumpValue =>
  typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value;
