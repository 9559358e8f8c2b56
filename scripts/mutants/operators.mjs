// Finds the places of a source where a small fault can be put in.
import { parseSync, Visitor } from 'vite';

/** @typedef {{ start: number, end: number, text: string, operator: string }} Mutant what replaces a range */

/** @type {Readonly<Record<string, readonly string[]>>} */
const OPERATORS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
};

/** @type {Readonly<Record<string, string>>} */
const OPPOSITE_METHODS = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  add: 'delete',
  unshift: 'push',
  push: 'unshift',
};
const REMOVABLE_METHODS = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'trim',
  'toLowerCase',
]);

/**
 * Returns all faults that can be put into a source: other operators, conditions that always or never hold,
 * other literals, removed calls and emptied functions. Texts and regular expressions stay, because most
 * changes of them are no fault or find themselves.
 *
 * @param {string} path ends in `.ts` or `.tsx`
 * @param {string} source
 * @returns {Mutant[]}
 */
export function mutantsOf(path, source) {
  const { program } = parseSync(path, source);
  /** @type {Mutant[]} */
  const mutants = [];
  /** Where literals of types start. @type {Set<number>} */
  const types = new Set();
  const textOf = (/** @type {{ start: number, end: number }} */ { start, end }) =>
    source.slice(start, end);
  /** @param {{ start: number, end: number }} node @param {string} text @param {string} operator */
  const add = ({ start, end }, text, operator) => {
    if (textOf({ start, end }) !== text) mutants.push({ start, end, text, operator });
  };
  /** @param {any} node with a left side, an operator and a right side */
  const replaceOperator = ({ left, operator, right }) => {
    const start = source.indexOf(operator, left.end);
    const isText = operator === '+' && [left, right].some(mayBeText);
    if (isText || start < 0 || start > right.start) return;
    for (const other of OPERATORS[operator] ?? [])
      add({ start, end: start + operator.length }, other, 'operator');
  };
  /** @param {any} test */
  const replaceCondition = (test) => {
    add(test, 'true', 'condition');
    add(test, 'false', 'condition');
  };
  /** @param {any} fn a function of any kind */
  const emptyFunction = ({ body }) => {
    if (body?.type === 'BlockStatement' && body.body.length > 0) add(body, '{}', 'function');
  };
  new Visitor({
    BinaryExpression: replaceOperator,
    LogicalExpression: replaceOperator,
    AssignmentExpression: replaceOperator,
    UpdateExpression(node) {
      const start = node.prefix ? node.start : node.end - 2;
      for (const other of OPERATORS[node.operator] ?? [])
        add({ start, end: start + 2 }, other, 'operator');
    },
    UnaryExpression(node) {
      if (node.operator === '!') add(node, textOf(node.argument), 'negation');
    },
    IfStatement: ({ test }) => replaceCondition(test),
    ConditionalExpression: ({ test }) => replaceCondition(test),
    TSLiteralType: ({ start }) => void types.add(start),
    Literal(node) {
      if (typeof node.value === 'boolean') add(node, String(!node.value), 'literal');
      if (typeof node.value === 'number') add(node, String(node.value + 1), 'literal');
    },
    ArrayExpression(node) {
      if (node.elements.length > 0) add(node, '[]', 'literal');
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const opposite = OPPOSITE_METHODS[callee.property.name];
      if (opposite !== undefined) add(callee.property, opposite, 'method');
      if (REMOVABLE_METHODS.has(callee.property.name)) add(node, textOf(callee.object), 'method');
    },
    ExpressionStatement(node) {
      const call =
        node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression;
      if (call.type === 'CallExpression') add(node, ';', 'statement');
    },
    FunctionDeclaration: emptyFunction,
    FunctionExpression: emptyFunction,
    ArrowFunctionExpression: emptyFunction,
  }).visit(program);
  return mutants.filter(({ start }) => !types.has(start));
}

/** @param {any} node */
function mayBeText(node) {
  return node.type === 'TemplateLiteral' || typeof node.value === 'string';
}
