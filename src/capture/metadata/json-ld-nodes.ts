/** In UTF-16 units; real ones stay under 100,000. */
const MAX_SCRIPT_LENGTH = 500_000;
const MAX_SCRIPTS = 30;
const MAX_NODES = 500;
const MAX_DEPTH = 8;

/** Where the thing the page is about may hide. Not in lists, comments or related pages. */
const CONTAINERS = ['@graph', 'mainEntity', 'mainEntityOfPage', 'item'] as const;

/** An object of JSON that the page wrote: every property may be missing or of a wrong type. */
export type LdNode = Readonly<Record<string, unknown>>;

export interface LdGraph {
  /** In document order, outer before inner. */
  readonly nodes: readonly LdNode[];
  /** By `@id`, for nodes that others only refer to. */
  readonly byId: ReadonlyMap<string, LdNode>;
}

/** The JSON-LD of a page, whatever form it has: objects, arrays, graphs, in broken scripts too. */
export function readLdGraph(scripts: Iterable<Element>): LdGraph {
  const nodes: LdNode[] = [];
  const byId = new Map<string, LdNode>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || nodes.length >= MAX_NODES) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_NODES)) visit(item, depth + 1);
    } else if (isLdNode(value)) {
      if (Object.hasOwn(value, '@type')) nodes.push(value);
      const id = property(value, '@id');
      // A mere reference has an id and nothing else.
      if (typeof id === 'string' && !byId.has(id) && Object.keys(value).length > 1) {
        byId.set(id, value);
      }
      for (const name of CONTAINERS) visit(property(value, name), depth + 1);
    }
  };
  for (const script of [...scripts].slice(0, MAX_SCRIPTS)) visit(parse(script.textContent), 0);
  return { nodes, byId };
}

/** An own property; what a page put on a prototype, or named after one, is not looked at. */
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
      return JSON.parse(mended(text));
    } catch {
      return null; // One broken script must not hide the others, or the rest of the page.
    }
  }
}

/** What templates break most: comments around, line breaks in strings, commas before a bracket. */
function mended(text: string): string {
  let json = text.trim();
  for (const start of ['//', '/*', '<!--', '<![CDATA[', '*/']) {
    if (json.startsWith(start)) json = json.slice(start.length).trimStart();
  }
  for (const end of ['*/', ']]>', '-->', '//', '/*', ';']) {
    if (json.endsWith(end)) json = json.slice(0, -end.length).trimEnd();
  }
  return json.replace(/\p{Cc}+/gu, ' ').replace(/,\s*(?=[}\]])/g, '');
}
