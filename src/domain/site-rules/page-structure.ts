import { hashText } from '../hash';
import type { ElementName, SiteRuleId } from './site-rule';

/** An element of the page from which something of an article came. */
export interface OriginNode {
  /** The place of its parent in the list of nodes, which is before it; -1: the root. */
  readonly parent: number;
  /** Empty for boxes such as `div` and `section`, which mean the same. */
  readonly tag: string;
  /** Only names that are likely to be the same on other pages. */
  readonly names: readonly ElementName[];
}

/** A block of text, or of images, in the article. */
export interface OriginBlock {
  /** The innermost element of the page that has it. */
  readonly node: number;
  /** `textKey` of its text. */
  readonly key: number;
  readonly letters: number;
}

export const REMOVERS = ['page', 'rule', 'person'] as const;
/** A part was left out by the capture, by a rule for the site, or by a person in the reader. */
export type Remover = (typeof REMOVERS)[number];

/** A part of the page that is not in the article. */
export interface RemovedPart {
  /** The number of its element; -1: unknown. */
  readonly node: number;
  /** Sanitised. */
  readonly html: string;
  readonly letters: number;
  readonly by: Remover;
  /** The rule that removed it; null: none. */
  readonly rule: SiteRuleId | null;
  /** The key of the block of the article before it; null: it is the first. */
  readonly after: number | null;
}

/**
 * The places of the blocks of an article in their page, and the parts that are not in the article. It
 * stays on this device.
 */
export interface PageStructure {
  readonly nodes: readonly OriginNode[];
  /** In the order of the text. */
  readonly blocks: readonly OriginBlock[];
  readonly removed: readonly RemovedPart[];
}

/** The structure of an article from elsewhere, of whose page nothing is known. */
export const UNKNOWN_STRUCTURE: PageStructure = { nodes: [], blocks: [], removed: [] };

export const STRUCTURE_LIMITS = {
  nodes: 4_000,
  blocks: 4_000,
  namesOfNode: 6,
  removed: 40,
  /** Characters of HTML of all removed parts, and of one. */
  removedHtml: 200_000,
  removedPartHtml: 20_000,
} as const;

/** In UTF-16 code units, of the start and of the end of a text. */
const KEY_LENGTH = 40;

/**
 * Identifies a text by its length, start and end, without differences in white space. To read every letter
 * of an article takes a millisecond in a page in which a capture has not run before.
 */
export function textKey(text: string): number {
  const normal = normalText(text);
  const { length } = normal;
  const start = normal.slice(0, KEY_LENGTH);
  return hashText(start + normal.slice(Math.max(start.length, length - KEY_LENGTH)), length);
}

export const normalText = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the numbers of a node and its ancestors, the innermost first. */
export function chainOf({ nodes }: PageStructure, node: number): readonly number[] {
  const chain: number[] = [];
  for (let at = node; at >= 0 && chain.length < nodes.length; at = nodes[at]?.parent ?? -1) {
    chain.push(at);
  }
  return chain;
}
