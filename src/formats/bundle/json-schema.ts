import * as z from 'zod/mini';
import {
  BUNDLE_VERSION,
  BundleBookmark,
  BundleCollection,
  BundleDeletedHighlight,
  BundleDraft,
  BundleHead,
  BundleHighlight,
  BundleLabel,
  BundleLibrary,
  BundlePair,
  BundleRule,
  BundleSettings,
  BundleSummary,
} from './schema';
import { BundleStructure } from './structure-schema';

const LIST = (name: string) => ({ type: 'array', items: { $ref: `#/$defs/${name}` } });
const VALUE = (name: string) => ({ $ref: `#/$defs/${name}` });

/**
 * Returns the JSON Schema of a bundle, which is docs/bundle.schema.json. It describes an object with
 * the JSON entries of a bundle by their paths. An entry `.jsonl` is the list of its lines.
 */
export const bundleJsonSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:leafmark:bundle:${BUNDLE_VERSION}`,
  title: `The JSON entries of a Leafmark bundle, version ${BUNDLE_VERSION}`,
  description:
    'Each key is the path of an entry of the zip. The value of an entry .json is its JSON, that of an entry .jsonl the list of its lines. Fields that are not listed are ignored.',
  type: 'object',
  required: ['leafmark.json', 'summary.json'],
  properties: {
    'leafmark.json': VALUE('head'),
    'collections.jsonl': LIST('collection'),
    'labels.jsonl': LIST('label'),
    'different-pages.jsonl': LIST('differentPages'),
    'site-rules.jsonl': LIST('siteRule'),
    'deleted-highlights.jsonl': LIST('deletedHighlight'),
    'drafts.jsonl': LIST('draft'),
    'library.json': VALUE('library'),
    'settings.json': VALUE('settings'),
    'summary.json': VALUE('summary'),
  },
  patternProperties: {
    '^bookmarks/[0-9]{6,9}\\.jsonl$': LIST('bookmark'),
    '^highlights/[0-9]{6,9}\\.jsonl$': LIST('highlight'),
    '^structures/[\\w-]{1,64}\\.json$': VALUE('structure'),
  },
  additionalProperties: false,
  $defs: {
    head: schemaOf(BundleHead),
    bookmark: schemaOf(BundleBookmark),
    highlight: schemaOf(BundleHighlight),
    collection: schemaOf(BundleCollection),
    label: schemaOf(BundleLabel),
    differentPages: schemaOf(BundlePair),
    siteRule: schemaOf(BundleRule),
    deletedHighlight: schemaOf(BundleDeletedHighlight),
    draft: schemaOf(BundleDraft),
    structure: schemaOf(BundleStructure),
    library: schemaOf(BundleLibrary),
    settings: schemaOf(BundleSettings),
    summary: schemaOf(BundleSummary),
  },
});

/** The shape of the JSON, before values such as ids and times get their types. */
function schemaOf(schema: z.ZodMiniType): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
