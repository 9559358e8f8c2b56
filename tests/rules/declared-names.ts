import { parseSync } from '@swc/core';

export interface Declared {
  readonly kind: 'constant' | 'function';
  readonly name: string;
  /** The value or the function, without its place and its form: the same for the same code. */
  readonly code: string;
}

interface Node {
  readonly type: string;
  readonly declaration?: Node;
  readonly declarations?: readonly { readonly id: Node; readonly init?: Node | null }[];
  readonly identifier?: Node;
  readonly value?: unknown;
  readonly expression?: Node;
  readonly elements?: readonly (Node | { readonly expression: Node } | null)[];
  readonly params?: unknown;
  readonly body?: unknown;
}

/** Returns the constants and the functions that a file declares at its top level. */
export function declaredIn(
  source: string,
  { hasMarkup }: { readonly hasMarkup: boolean },
): Declared[] {
  const { body } = parseSync(source, { syntax: 'typescript', tsx: hasMarkup });
  return (body as unknown as readonly Node[]).flatMap((statement) =>
    declaredBy(statement.declaration ?? statement),
  );
}

function declaredBy({ type, identifier, declarations, params, body }: Node): Declared[] {
  if (type === 'FunctionDeclaration') {
    return [{ kind: 'function', name: String(identifier?.value), code: codeOf({ params, body }) }];
  }
  if (type !== 'VariableDeclaration') return [];
  return (declarations ?? []).flatMap(({ id, init }) => (init ? declaredAs(id, init) : []));
}

/** `const [A, B] = [1, 2]` declares both. */
function declaredAs({ type, elements, value: name }: Node, init: Node): Declared[] {
  const value = withoutType(init);
  if (type === 'ArrayPattern') {
    return (elements ?? []).flatMap((id, at) => {
      const element = value.elements?.[at];
      const isPair = id && 'type' in id && element?.expression;
      return isPair ? declaredAs(id, element.expression) : [];
    });
  }
  if (type !== 'Identifier') return [];
  const isFunction = /^(?:Arrow)?FunctionExpression$/.test(value.type);
  return [{ kind: isFunction ? 'function' : 'constant', name: String(name), code: codeOf(value) }];
}

/** Returns the value in `value as const`, in `value satisfies Type` and in brackets. */
function withoutType(node: Node): Node {
  const isWrapped = /^(?:Ts\w+|ParenthesisExpression)$/.test(node.type);
  return isWrapped && node.expression !== undefined ? withoutType(node.expression) : node;
}

/** Returns a node without its positions, and without the numbers that the parser gives to scopes. */
function codeOf(node: unknown): string {
  return JSON.stringify(node, (key, value) => {
    if (key === 'ctxt') return undefined;
    const isPlace =
      typeof value === 'object' && value !== null && 'start' in value && 'end' in value;
    return isPlace ? true : value;
  });
}
