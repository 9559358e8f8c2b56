import { cleanText } from './claims';
import { isLdNode, type LdNode, list, property, texts, typesOf } from './ld-graph';

/** A paragraph, or a list with at least one entry, of a text that a page gives as data. */
export interface GivenBlock {
  readonly tag: 'p' | 'ul' | 'ol';
  readonly lines: readonly string[];
}

const MAX_GIVEN_LINES = 500;
/** In UTF-16 code units. */
const MAX_GIVEN_LINE_LENGTH = 10_000;
const BREAKS = /[\r\n]+|<\/?(?:p|br|div|h\d|li|ul|ol)\b[^<>]{0,500}>/i;
const MARKUP_TAGS = /<[^<>]{0,500}>/g;

/** Returns what the main node of a page says in text: a body, ingredients and steps, a description. */
export function givenBlocks(node: LdNode | undefined): readonly GivenBlock[] {
  if (node === undefined) return [];
  const linesOf = (name: string) =>
    texts(property(node, name)).flatMap(lines).slice(0, MAX_GIVEN_LINES);
  const types = typesOf(node);
  const ingredients = [...linesOf('recipeIngredient'), ...linesOf('ingredients')];
  const steps = [
    ...stepsIn(property(node, 'recipeInstructions')),
    ...stepsIn(property(node, 'step')),
  ];
  const isDescribed = types.some((type) => /^(?:Recipe|HowTo)$|Event$/.test(type));
  const paragraphs = [...(isDescribed ? linesOf('description') : []), ...linesOf('articleBody')];
  return [
    ...paragraphs.map((line): GivenBlock => ({ tag: 'p', lines: [line] })),
    { tag: 'ul' as const, lines: ingredients },
    { tag: 'ol' as const, lines: steps.slice(0, MAX_GIVEN_LINES) },
  ].filter((block) => block.lines.length > 0);
}

const MAX_STEP_LIST_DEPTH = 3;

/** Steps are texts, objects with a text, or sections with steps. */
const stepsIn = (value: unknown, depth = 0): readonly string[] =>
  list(value).flatMap((item) => {
    if (!isLdNode(item)) return texts(item).flatMap(lines);
    const inner = property(item, 'itemListElement');
    if (inner !== undefined && depth < MAX_STEP_LIST_DEPTH) return stepsIn(inner, depth + 1);
    const text = texts(property(item, 'text'));
    return (text.length > 0 ? text : texts(property(item, 'name'))).flatMap(lines);
  });

/** Splits a text, which may have tags, into its lines. */
const lines = (text: string): readonly string[] =>
  text
    .slice(0, MAX_GIVEN_LINES * MAX_GIVEN_LINE_LENGTH)
    .split(BREAKS)
    // Tags may be written as entities.
    .flatMap((part) => cleanText(part, MAX_GIVEN_LINE_LENGTH).split(BREAKS))
    .map((line) => cleanText(line.replace(MARKUP_TAGS, ' '), MAX_GIVEN_LINE_LENGTH))
    .filter((line) => line !== '');
