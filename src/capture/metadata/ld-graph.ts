import { MAX_VALUES } from './claims';

/** In UTF-16 code units; real scripts stay below 100,000. */
const MAX_SCRIPT_LENGTH = 500_000;
const MAX_SCRIPTS = 30;
const MAX_JSON_LD_NODES = 500;
const MAX_JSON_LD_DEPTH = 8;

/**
 * Properties that may contain the main entity. Lists, comments and related pages are not searched.
 */
const CONTAINERS = ['@graph', 'mainEntity', 'mainEntityOfPage', 'item'] as const;

/** A JSON object from the page: every property may be missing or have the wrong type. */
export type LdNode = Readonly<Record<string, unknown>>;

export interface LdGraph {
  /** In document order, outer nodes before inner ones. */
  readonly nodes: readonly LdNode[];
  /** Nodes by `@id`, for references. */
  readonly byId: ReadonlyMap<string, LdNode>;
}

/** Reads the JSON-LD of a page in any form: objects, arrays, graphs, also in malformed scripts. */
export function readLdGraph(scripts: Iterable<Element>): LdGraph {
  const nodes: LdNode[] = [];
  const byId = new Map<string, LdNode>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > MAX_JSON_LD_DEPTH || nodes.length >= MAX_JSON_LD_NODES) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_JSON_LD_NODES)) visit(item, depth + 1);
    } else if (isLdNode(value)) {
      if (Object.hasOwn(value, '@type')) nodes.push(value);
      const id = property(value, '@id');
      // A mere reference has an id and no other property.
      if (typeof id === 'string' && !byId.has(id) && Object.keys(value).length > 1) {
        byId.set(id, value);
      }
      for (const name of CONTAINERS) visit(property(value, name), depth + 1);
    }
  };
  for (const script of [...scripts].slice(0, MAX_SCRIPTS)) visit(parse(script.textContent), 0);
  return { nodes, byId };
}

/**
 * Returns an own property. Inherited ones are ignored, so a page can't inject values through names
 * of prototype properties.
 */
export function property(node: LdNode, name: string): unknown {
  return Object.hasOwn(node, name) ? node[name] : undefined;
}

export function isLdNode(value: unknown): value is LdNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string | null): unknown {
  if (text === null || text.length > MAX_SCRIPT_LENGTH) return null;
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(repairedJson(text));
    } catch {
      return null; // One malformed script must not hide the others or the rest of the page.
    }
  }
}

/**
 * Repairs common template errors: surrounding comments, line breaks in strings, trailing commas.
 */
function repairedJson(text: string): string {
  let json = text.trim();
  for (const start of ['//', '/*', '<!--', '<![CDATA[', '*/']) {
    if (json.startsWith(start)) json = json.slice(start.length).trimStart();
  }
  for (const end of ['*/', ']]>', '-->', '//', '/*', ';']) {
    if (json.endsWith(end)) json = json.slice(0, -end.length).trimEnd();
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them.
  return json.replace(/[\0-\x1f\x7f-\x9f]+/g, ' ').replace(/,\s*(?=[}\]])/g, '');
}

/** Returns the values of a list, or the value itself. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_VALUES) : [value];
}

export function typesOf(node: LdNode): string[] {
  return texts(property(node, '@type')).map((type) => type.replace(/^.*[/:#]/, ''));
}

/** Returns the strings in a value that may be a string, a list, or a `{"@value": …}`. */
export function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES).flatMap(textOfLdValue);
  return textOfLdValue(value);
}

function textOfLdValue(value: unknown): string[] {
  const text = isLdNode(value) ? property(value, '@value') : value;
  return typeof text === 'string' ? [text] : [];
}
