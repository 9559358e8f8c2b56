import type { Brand } from '../brand';
import type { UnixMs } from '../time';

export type SiteRuleId = Brand<string, 'SiteRuleId'>;

export const RULE_ACTIONS = ['remove', 'keep'] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

/**
 * The name of an element and the value of the attribute that has it. `class` and `id` are the usual
 * ones.
 */
export const NAME_ATTRIBUTES = [
  'class',
  'id',
  'role',
  'itemprop',
  'data-component',
  'data-testid',
] as const;
export type NameAttribute = (typeof NAME_ATTRIBUTES)[number];

export interface ElementName {
  readonly in: NameAttribute;
  readonly value: string;
}

/** One element of a path. It has at least one name, or a tag that means something. */
export interface PathStep {
  /** Empty: any. */
  readonly tag: string;
  readonly names: readonly ElementName[];
}

/** The place of a block in the structure of its page, without positions, so that other pages have it. */
export interface BlockPath {
  /** The block is the last one. Each of the others is an ancestor of the next. */
  readonly steps: readonly PathStep[];
  /** The normal text of the block; empty: any. */
  readonly text: string;
}

/** A decision of a person about a block, for all pages of a site. */
export interface SiteRule {
  readonly id: SiteRuleId;
  /** The name that `siteOf` returns. */
  readonly site: string;
  readonly action: RuleAction;
  readonly path: BlockPath;
  /** The beginning of the block's text when the rule was made, for the list of rules. */
  readonly label: string;
  readonly created: UnixMs;
}

export const SITE_RULE_LIMITS = {
  /** A person who needs more rules has another problem. */
  rulesOfSite: 100,
  steps: 3,
  names: 3,
  /** UTF-16 code units. */
  nameLength: 60,
  textLength: 80,
  labelLength: 80,
} as const;

/** True if two rules do the same. */
export const isSameRule = (
  a: Pick<SiteRule, 'site' | 'action' | 'path'>,
  b: Pick<SiteRule, 'site' | 'action' | 'path'>,
): boolean => ruleKey(a) === ruleKey(b);

/** The same for rules that do the same. */
export const ruleKey = ({
  site,
  action,
  path,
}: Pick<SiteRule, 'site' | 'action' | 'path'>): string =>
  JSON.stringify([site, action, path.text, path.steps.map(stepKey)]);

const stepKey = ({ tag, names }: PathStep) => [tag, names.map((name) => [name.in, name.value])];

/** Returns a path as a person who knows pages can read it, such as `.article aside.newsletter`. */
export const describePath = ({ steps }: BlockPath): string =>
  steps.map(({ tag, names }) => tag + names.map(describeName).join('')).join(' ');

function describeName({ in: attribute, value }: ElementName): string {
  if (attribute === 'class') return `.${value}`;
  return attribute === 'id' ? `#${value}` : `[${attribute}=${value}]`;
}
