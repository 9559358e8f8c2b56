import { labelKey } from './label';

/** Colours of labels. `tokens.css` has their values. */
export const LABEL_COLORS = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'grey',
] as const;

export type LabelColor = (typeof LABEL_COLORS)[number];

/** True if `label` is below `parent`: `work/review` is below `work`. */
export const isLabelBelow = (label: string, parent: string): boolean =>
  label.startsWith(`${parent}/`);

/** A label and its new name. */
interface RenamedLabel {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the renames that give the labels `chosen` the name `to`, for a library with the labels
 * `names`. The labels below a chosen one move along with the nearest chosen one above them. The label
 * `to` and those below it stay if `to` is below that one. A label that exists in another case gives
 * `to` its spelling.
 */
export function renamesTo(
  names: readonly string[],
  chosen: readonly string[],
  to: string,
): readonly RenamedLabel[] {
  const parents = new Set(chosen);
  const target = labelKey(to);
  const spelled = names.includes(to)
    ? to
    : (names.find((name) => labelKey(name) === target && !parents.has(name)) ?? to);
  const moved = names.flatMap((name): readonly RenamedLabel[] => {
    const parent = parents.has(name) ? undefined : nearestAbove(name, parents);
    if (parent === undefined) return [];
    const key = labelKey(name);
    const isKept =
      isLabelBelow(target, labelKey(parent)) && (key === target || isLabelBelow(key, target));
    return isKept ? [] : [{ from: name, to: spelled + name.slice(parent.length) }];
  });
  return [...chosen.map((from) => ({ from, to: spelled })), ...moved];
}

function nearestAbove(name: string, parents: ReadonlySet<string>): string | undefined {
  for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
    const above = name.slice(0, end);
    if (parents.has(above)) return above;
  }
  return undefined;
}

/** A label in a tree, or a name that only labels below it have. */
export interface LabelNode {
  /** The whole name. */
  readonly name: string;
  /** The last part of the name. */
  readonly text: string;
  /** Number of labels above it. */
  readonly depth: number;
  readonly hasChildren: boolean;
  /** Number of its bookmarks; null if it is no label itself. */
  readonly count: number | null;
}

/** Deeper labels are shown on this level with the rest of their name. */
const DEEPEST = 8;

interface Branch {
  readonly name: string;
  readonly text: string;
  count: number | null;
  readonly branches: Branch[];
}

/**
 * Orders labels as a tree by the slashes in their names: each one is followed by those below it. On
 * each level the order of `labels` is kept.
 */
export function labelTree(
  labels: readonly { readonly name: string; readonly count: number }[],
): readonly LabelNode[] {
  const known = new Map<string, Branch>();
  const roots: Branch[] = [];
  const branchOf = (parts: readonly string[]): Branch => {
    const name = parts.join('/');
    const found = known.get(name);
    if (found !== undefined) return found;
    const above = parts.slice(0, -1);
    const made = { name, text: parts.at(-1) ?? '', count: null, branches: [] };
    known.set(name, made);
    (above.length === 0 ? roots : branchOf(above).branches).push(made);
    return made;
  };
  for (const { name, count } of labels) branchOf(labelPartsOf(name)).count = count;

  const nodes: LabelNode[] = [];
  const visit = ({ name, text, count, branches }: Branch, depth: number) => {
    nodes.push({ name, text, depth, count, hasChildren: branches.length > 0 });
    for (const branch of branches) visit(branch, depth + 1);
  };
  for (const root of roots) visit(root, 0);
  return nodes;
}

/** A name with an empty part, or with a space beside a slash, is not divided. */
function labelPartsOf(name: string): readonly string[] {
  const parts = name.split('/');
  if (parts.some((part) => part === '' || part !== part.trim())) return [name];
  return [
    ...parts.slice(0, DEEPEST),
    ...(parts.length > DEEPEST ? [parts.slice(DEEPEST).join('/')] : []),
  ];
}
