import { chainOf, normalText, type OriginNode, type PageStructure } from './page-structure';
import { type BlockPath, type PathStep, SITE_RULE_LIMITS } from './site-rule';

/** The share of the letters of an article that a path may have besides the block that is meant. */
const MAX_OTHERS = 0.1;
/** The share of the letters that an ancestor may have whose child is named by its tag alone. */
const MAX_BOX = 0.25;

/** The blocks that are meant: nodes of the structure with the letters that they have. */
export interface MeantBlock {
  readonly nodes: readonly number[];
  /** The text content of the element. */
  readonly text: string;
}

/**
 * Returns a path for a block of an article, or for a removed part: the innermost element with a path
 * that has nothing else of the article, otherwise the one with the least of it. Returns null if each
 * path would have more than `MAX_OTHERS` of the article, as for a plain paragraph: then nothing can be
 * said about other pages.
 */
export function choosePath(structure: PageStructure, meant: MeantBlock): BlockPath | null {
  const own = new Set(meant.nodes);
  const article = measured(structure, own);
  const exclusive = commonChain(structure, meant.nodes).filter(
    (node, at) => at === 0 || article.lettersBelow(new Set([node])) === 0,
  );
  const isNamed = (node: number) => (structure.nodes[node]?.names.length ?? 0) > 0;
  const targets = [...exclusive.filter(isNamed), ...exclusive.filter((node) => !isNamed(node))];
  let best: { readonly path: BlockPath; readonly others: number } | null = null;
  for (const target of targets) {
    for (const path of candidates(structure, target, meant.text)) {
      if (!isSpecific(path, structure, article)) continue;
      // A line with the same words is meant, too.
      const others = path.text === '' ? article.lettersBelow(nodesOf(structure, path.steps)) : 0;
      if (others === 0) return path;
      if (others <= article.letters * MAX_OTHERS && (best === null || others < best.others)) {
        best = { path, others };
      }
    }
  }
  return best?.path ?? null;
}

interface MeasuredArticle {
  readonly letters: number;
  /** The letters in and below some nodes, without those of the block that is meant. */
  lettersBelow(nodes: ReadonlySet<number>): number;
}

function measured(structure: PageStructure, own: ReadonlySet<number>): MeasuredArticle {
  const lettersOf = new Map<number, number>();
  for (const { node, letters } of structure.blocks) {
    lettersOf.set(node, (lettersOf.get(node) ?? 0) + letters);
  }
  const others = [...lettersOf]
    .filter(([node]) => !own.has(node))
    .map(([node, letters]) => ({ chain: chainOf(structure, node), letters }));
  return {
    letters: [...lettersOf.values()].reduce((sum, letters) => sum + letters, 0),
    lettersBelow: (nodes) =>
      others.reduce(
        (sum, { chain, letters }) => (chain.some((node) => nodes.has(node)) ? sum + letters : sum),
        0,
      ),
  };
}

/** Returns the nodes where steps lead. */
const nodesOf = (structure: PageStructure, steps: readonly PathStep[]): ReadonlySet<number> =>
  new Set(
    structure.nodes.flatMap((_, node) => (matchesPath(steps, structure, node) ? [node] : [])),
  );

function* candidates(structure: PageStructure, target: number, text: string): Generator<BlockPath> {
  const [, ...ancestors] = chainOf(structure, target);
  const node = structure.nodes[target];
  if (node === undefined) return;
  const step = stepOf(node);
  const named = ancestors.flatMap((ancestor) => {
    const parent = structure.nodes[ancestor];
    return parent && parent.names.length > 0 ? [stepOf(parent)] : [];
  });
  const [parent, grandparent] = named;
  const isNamed = step.names.length > 0;
  if (isNamed) yield { steps: [step], text: '' };
  if (parent && (isNamed || step.tag !== '')) {
    yield { steps: [parent, step], text: '' };
    if (grandparent) yield { steps: [grandparent, parent, step], text: '' };
  }
  const words = normalText(text);
  if (words === '' || words.length > SITE_RULE_LIMITS.textLength) return;
  if (isNamed || step.tag !== '') yield { steps: [step], text: words };
}

/** A tag alone says nothing, unless the box around it is small. */
function isSpecific(
  { steps, text }: BlockPath,
  structure: PageStructure,
  article: MeasuredArticle,
): boolean {
  if ((steps.at(-1)?.names.length ?? 0) > 0 || text !== '') return true;
  const boxes = nodesOf(structure, steps.slice(0, -1));
  return article.lettersBelow(boxes) <= article.letters * MAX_BOX;
}

/** The nodes that all of `nodes` are in, the innermost first. */
function commonChain(structure: PageStructure, nodes: readonly number[]): readonly number[] {
  const [first, ...others] = nodes.map((node) => chainOf(structure, node));
  return (first ?? []).filter((node) => others.every((chain) => chain.includes(node)));
}

const stepOf = ({ tag, names }: OriginNode): PathStep => ({
  tag: names.length > 0 ? '' : tag,
  names: names.slice(0, SITE_RULE_LIMITS.names),
});

/** True if a node is where a path leads. */
function matchesPath(steps: readonly PathStep[], structure: PageStructure, node: number): boolean {
  const last = steps.at(-1);
  const found = structure.nodes[node];
  if (last === undefined || found === undefined || !matchesStep(last, found)) return false;
  let left = steps.length - 1;
  for (const ancestor of chainOf(structure, node).slice(1)) {
    const step = steps[left - 1];
    const above = structure.nodes[ancestor];
    if (step === undefined) return true;
    if (above !== undefined && matchesStep(step, above)) left -= 1;
  }
  return left === 0;
}

const matchesStep = (step: PathStep, { tag, names }: OriginNode): boolean =>
  (step.tag === '' || step.tag === tag) &&
  step.names.every((name) =>
    names.some((other) => other.in === name.in && other.value === name.value),
  );
