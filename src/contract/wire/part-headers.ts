/** Header lines of one part of a multipart body: lower-case names, the first of a name counts. */
export type PartHeaders = ReadonlyMap<string, string>;

/** Reads the lines before a part's body. Lines without a colon are left out. */
export function parsePartHeaders(lines: string): PartHeaders {
  const headers = new Map<string, string>();
  for (const line of lines.replace(/\r?\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * The lines before a part's body, the empty line that ends them included. No line can be smuggled
 * in; one whose value is null is left out.
 */
export function formatPartHeaders(
  headers: Iterable<readonly [name: string, value: string | null]>,
): string {
  let lines = '';
  for (const [name, value] of headers) {
    if (value !== null) lines += `${name}: ${value.replace(LINE_ENDS, ' ')}\r\n`;
  }
  return `${lines}\r\n`;
}

const LINE_ENDS = /[\r\n]+/g;

/** A header with parameters, such as `form-data; name="html"; filename="_"`. */
export interface ParameterHeader {
  /** Lower case. */
  readonly value: string;
  /** By lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
}

const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

/** Reads `Content-Disposition` or `Content-Type`, with the escapes that browsers write. */
export function parseParameterHeader(header: string): ParameterHeader {
  const value = header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare] of header.matchAll(PARAMETER)) {
    if (parameters.has(name.toLowerCase())) continue;
    parameters.set(name.toLowerCase(), quoted === undefined ? (bare ?? '') : unquoted(quoted));
  }
  return { value, parameters };
}

/** `form-data` for a field, or for a file when it has a name; escaped as HTML's forms are. */
export function formatDisposition(name: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${escaped(filename)}"`;
  return `form-data; name="${escaped(name)}"${file}`;
}

const escaped = (text: string) =>
  text.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');

// Not a backslash before any character: old Windows clients send whole paths as file names.
const unquoted = (text: string) =>
  text
    .replace(/\\(["\\])/g, '$1')
    .replace(/%22/g, '"')
    .replace(/%0D/gi, '\r')
    .replace(/%0A/gi, '\n');
