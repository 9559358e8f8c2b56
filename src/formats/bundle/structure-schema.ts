import * as z from 'zod/mini';
import { type PageStructure, REMOVERS } from '../../domain/site-rules/page-structure';
import {
  NAME_ATTRIBUTES,
  SITE_RULE_LIMITS,
  type SiteRuleId,
} from '../../domain/site-rules/site-rule';
import { BUNDLE_LIMITS, count, idOf, text } from './schema';

const place = z.int().check(z.minimum(-1));

/** An entry `structures/*.json`: what *Clean up* needs to know of the page of an article. */
export const BundleStructure: z.ZodMiniType<PageStructure> = z.object({
  nodes: z
    .array(
      z.object({
        parent: place,
        tag: text(SITE_RULE_LIMITS.nameLength),
        names: z
          .array(
            z.object({ in: z.enum(NAME_ATTRIBUTES), value: text(SITE_RULE_LIMITS.nameLength) }),
          )
          .check(z.maxLength(100)),
      }),
    )
    .check(z.maxLength(100_000)),
  blocks: z
    .array(z.object({ node: place, key: count, letters: count }))
    .check(z.maxLength(1_000_000)),
  removed: z
    .array(
      z.object({
        node: place,
        /** Sanitised whenever it is shown. */
        html: text(BUNDLE_LIMITS.structureBytes),
        letters: count,
        by: z.enum(REMOVERS),
        rule: z.nullable(idOf<SiteRuleId>()),
        after: z.nullable(count),
      }),
    )
    .check(z.maxLength(100_000)),
});
