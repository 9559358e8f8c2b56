/** What a repair works on: a copy of the page, which it may change. */
export interface RepairContext {
  readonly root: Document | DocumentFragment;
  /** The document of the copy, to make elements with. */
  readonly document: Document;
  /** What relative addresses are relative to. */
  readonly baseUrl: string;
  /** The address of the page itself. */
  readonly pageUrl: string;
}

/** A repair's tools: besides the page, what is in it by name. */
export interface RepairTools extends RepairContext {
  /**
   * The elements of those names as the page had them before the first repair, name by name, each in
   * document order. Some may be out of the tree by now.
   */
  find(...localNames: readonly RepairedName[]): readonly Element[];
}

/** The elements that some repair looks for. */
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

/** Finds all of them in one walk: a query for each costs more than the repairs themselves. */
export function repairTools(context: RepairContext): RepairTools {
  const byName = new Map<string, Element[]>(REPAIRED_NAMES.map((name) => [name, []]));
  for (const element of context.root.querySelectorAll('*')) {
    byName.get(element.localName)?.push(element);
  }
  return { ...context, find: (...names) => names.flatMap((name) => byName.get(name) ?? []) };
}
