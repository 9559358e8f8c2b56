import * as z from 'zod/mini';
import {
  type Capture,
  type CapturedArticle,
  type CaptureOutcome,
  MAX_KEYWORD_LENGTH,
  MAX_KEYWORDS,
  type Metadata,
} from '../../capture/capture';
import { MAX_WALL_HTML } from '../../capture/wall';
import { CAPTURE_WARNINGS, type CaptureReport, PAGE_KINDS } from '../../domain/article';
import type { BookmarkType } from '../../domain/bookmark-fields';
import { MAX_EXCERPT_LENGTH } from '../../domain/excerpt';
import {
  type PageStructure,
  REMOVERS,
  STRUCTURE_LIMITS,
} from '../../domain/site-rules/page-structure';
import {
  NAME_ATTRIBUTES,
  SITE_RULE_LIMITS,
  type SiteRuleId,
} from '../../domain/site-rules/site-rule';
import {
  anyOf,
  count,
  MAX_MESSAGE_TITLE_LENGTH,
  MAX_MESSAGE_URL_LENGTH,
  text,
} from '../../messages/schemas';
import type { InjectedCapture } from './injected-capture';

// The result of a script in a page is untrusted, so everything in it is bounded. The text may have
// ten million characters (`CAPTURE_LIMITS`), and its markup three times as many.
const MAX_CAPTURED_HTML_LENGTH = 40_000_000;
const MAX_CAPTURED_DESCRIPTION_LENGTH = 100_000;
const MAX_AUTHORS = 100;
const MAX_WANTED_IMAGES = 20_000;

const url = text(MAX_MESSAGE_URL_LENGTH);
const name = text(MAX_MESSAGE_TITLE_LENGTH);
const sizePx = z.nullable(z.number().check(z.nonnegative()));

const MetadataSchema: z.ZodMiniType<Metadata> = z.lazy(() =>
  z.object({
    title: name,
    siteName: name,
    authors: z.array(name).check(z.maxLength(MAX_AUTHORS)),
    published: z.nullable(text(64)),
    lang: text(64),
    textDirection: z.nullable(z.enum(['ltr', 'rtl'])),
    description: text(MAX_CAPTURED_DESCRIPTION_LENGTH),
    canonicalUrl: z.nullable(url),
    iconUrl: z.nullable(url),
    imageUrl: z.nullable(url),
    keywords: z.array(text(MAX_KEYWORD_LENGTH)).check(z.maxLength(MAX_KEYWORDS)),
    type: anyOf<BookmarkType>({ article: true, photo: true, video: true }),
  }),
);

const CapturedArticleSchema: z.ZodMiniType<CapturedArticle> = z.lazy(() =>
  z.object({
    html: text(MAX_CAPTURED_HTML_LENGTH),
    textLength: count,
    wordCount: count,
    readingTimeMinutes: count,
    images: z
      .array(z.object({ url, width: sizePx, height: sizePx }))
      .check(z.maxLength(MAX_WANTED_IMAGES)),
  }),
);

const ReportSchema: z.ZodMiniType<CaptureReport> = z.lazy(() =>
  z.object({
    words: count,
    imagesKept: count,
    imagesDropped: count,
    warnings: z.array(z.enum(CAPTURE_WARNINGS)),
    rules: z.exactOptional(z.object({ removed: count, kept: count, refused: count })),
    kind: z.exactOptional(z.enum(PAGE_KINDS)),
  }),
);

const node = z.int().check(z.minimum(-1), z.maximum(STRUCTURE_LIMITS.nodes));
const key = z.int().check(z.nonnegative());

const StructureSchema: z.ZodMiniType<PageStructure> = z.lazy(() =>
  z.object({
    nodes: z
      .array(
        z.object({
          parent: node,
          tag: text(SITE_RULE_LIMITS.nameLength),
          names: z
            .array(
              z.object({ in: z.enum(NAME_ATTRIBUTES), value: text(SITE_RULE_LIMITS.nameLength) }),
            )
            .check(z.maxLength(STRUCTURE_LIMITS.namesOfNode)),
        }),
      )
      .check(z.maxLength(STRUCTURE_LIMITS.nodes)),
    blocks: z
      .array(z.object({ node, key, letters: count }))
      .check(z.maxLength(STRUCTURE_LIMITS.blocks)),
    removed: z
      .array(
        z.object({
          node,
          html: text(STRUCTURE_LIMITS.removedPartHtml),
          letters: count,
          by: z.enum(REMOVERS),
          rule: z.nullable(
            z.pipe(
              text(64),
              z.transform((id) => id as SiteRuleId),
            ),
          ),
          after: z.nullable(key),
        }),
      )
      .check(z.maxLength(STRUCTURE_LIMITS.removed)),
  }),
);

export const CaptureSchema: z.ZodMiniType<Capture> = z.lazy(() =>
  z.object({
    url,
    metadata: MetadataSchema,
    article: z.nullable(CapturedArticleSchema),
    excerpt: text(MAX_EXCERPT_LENGTH),
    report: ReportSchema,
    structure: z.exactOptional(StructureSchema),
  }),
);

const CaptureOutcomeSchema: z.ZodMiniType<CaptureOutcome> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('captured'), capture: CaptureSchema }),
    z.object({
      kind: z.literal('not-capturable'),
      url,
      title: name,
      reason: z.enum(['pdf', 'not-html']),
    }),
  ]),
);

/** The result of `capture.js`. */
export const InjectedCaptureSchema: z.ZodMiniType<InjectedCapture> = z.lazy(() =>
  z.object({
    outcome: CaptureOutcomeSchema,
    documentSince: z.number(),
    status: z.number(),
    html: text(MAX_WALL_HTML),
  }),
);
