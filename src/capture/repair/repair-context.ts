import { visitEach } from '../elements';

/** The input of a repair: a copy of the page, which it may change. */
export interface RepairContext {
  readonly root: Document | DocumentFragment;
  /** The document of the copy, used to create elements. */
  readonly document: Document;
  /** The base of relative addresses. */
  readonly baseUrl: string;
  /** The address of the page. */
  readonly pageUrl: string;
}

/** The names of all elements that some repair searches for. */
const REPAIRED_NAMES = [
  'a',
  'amp-anim',
  'amp-img',
  'amp-youtube',
  'aside',
  'audio',
  'base',
  'details',
  'embed',
  'iframe',
  'img',
  'lite-youtube',
  'math',
  'mjx-container',
  'noscript',
  'object',
  'picture',
  'pre',
  'script',
  'table',
  'video',
] as const;
type RepairedName = (typeof REPAIRED_NAMES)[number];

/** The context with an index of elements by name. */
export type RepairTools = ReturnType<typeof repairTools>;

/**
 * Indexes all elements in one walk. A separate query for each repair would cost more than the
 * repairs.
 */
export function repairTools(context: RepairContext) {
  const byName = new Map<string, Element[]>(REPAIRED_NAMES.map((name) => [name, []]));
  visitEach(context.root, '*', (element) => byName.get(element.localName)?.push(element));
  return {
    ...context,
    /**
     * Returns the elements with these names as they were before the first repair, grouped by name, in
     * document order within a group. Some may have been removed from the tree since.
     */
    find: (...names: readonly RepairedName[]): readonly Element[] =>
      names.flatMap((name) => byName.get(name) ?? []),
  };
}
