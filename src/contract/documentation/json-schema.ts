import * as z from 'zod/mini';
import { Message, OAuthError } from '../errors';
import { FormError, FormErrorField } from '../form/error-body';
import type { Field, Form } from '../form/field';
import { Address, documented, Hostname, Instant, ShortId } from '../schema/record';
import * as bookmark from '../tags/bookmark';
import { CollectionInfo, CollectionSummary, CollectionUpdated } from '../tags/collections';
import { Extraction } from '../tags/dev-tools';
import * as highlights from '../tags/highlights';
import { ImportProgress } from '../tags/importing';
import { ServerInfo } from '../tags/info';
import { LabelInfo, LabelUpdated } from '../tags/labels';
import { AuthorizationServer } from '../tags/oauth';
import { OAuthClient } from '../tags/oauth-client';
import { OAuthDevice, OAuthToken } from '../tags/oauth-token';
import * as profile from '../tags/profile';
import { ProfileUpdated, TokenInfo } from '../tags/profile';
import { ShareLink } from '../tags/sharing';
import { AuthenticationResult } from '../tags/sign-in';
import { SyncEntry } from '../tags/sync';

/** JSON Schema (2020-12) as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const COMPONENTS = '#/components/schemas/';

/**
 * Converts `schema` to JSON Schema as Leafmark's server sends it. Named records become references;
 * their definitions are added to `components`.
 */
export function wireSchema(schema: z.ZodMiniType, components: Map<string, JsonSchema>): JsonSchema {
  const { $schema: _, $defs = {}, ...json } = convert(schema);
  for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>)) {
    components.set(name, withoutId(definition));
  }
  const { id, ...rest } = json;
  if (typeof id !== 'string') return rest;
  components.set(id, rest);
  return { $ref: COMPONENTS + id };
}

/** Converts a form that a client sends. */
export function formSchema(form: Form): JsonSchema {
  const entries = Object.entries(form);
  const required = entries.filter(([, field]) => field.presence === 'required');
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, withDescription(field)])),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
  };
}

const withDescription = (field: Field): JsonSchema => ({
  ...fieldSchema(field),
  ...(field.description !== undefined && { description: field.description }),
});

/** Converts one field of a form. */
export function fieldSchema(field: Field): JsonSchema {
  const schema = baseSchema(field);
  const fallback = field.fallback === undefined ? {} : { default: field.fallback };
  if (field.presence !== 'clearable') return { ...schema, ...fallback };
  return typeof schema.type === 'string' && !schema.enum
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
}

function baseSchema(field: Field): JsonSchema {
  switch (field.type) {
    case 'instant':
      return { type: 'string', format: 'date-time' };
    case 'file':
      return { type: 'string', contentMediaType: 'application/octet-stream' };
    case 'files':
      return {
        type: 'array',
        items: { type: 'string', contentMediaType: 'application/octet-stream' },
      };
    case 'secret':
      return { ...withoutSchema(convert(field.rule)), format: 'password' };
    default:
      return {
        ...withoutSchema(convert(field.rule)),
        ...(field.format && { format: field.format }),
      };
  }
}

function convert(schema: z.ZodMiniType): JsonSchema {
  const json = z.toJSONSchema(schema, {
    metadata: documented,
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The safe integer bounds of JavaScript are not bounds of the protocol.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.enum?.every(Number.isInteger)) jsonSchema.type = 'integer';
    },
  });
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', COMPONENTS)) as JsonSchema;
}

const withoutId = ({ id: _, ...rest }: JsonSchema): JsonSchema => rest;
const withoutSchema = ({ $schema: _, ...rest }: JsonSchema): JsonSchema => withoutId(rest);

/** The records of the service by their names in the documents. */
export const schemas = {
  Message,
  OAuthError,
  FormError,
  FormErrorField,
  ServerInfo,
  AuthenticationResult,
  UserProfile: profile.UserProfile,
  ProfileProvider: profile.ProfileProvider,
  ProfileUser: profile.ProfileUser,
  UserSettings: profile.UserSettings,
  ReaderSettings: profile.ReaderSettings,
  ProfileUpdated,
  TokenInfo,
  AuthorizationServer,
  OAuthClient,
  OAuthDevice,
  OAuthToken,
  BookmarkSummary: bookmark.BookmarkSummary,
  BookmarkInfo: bookmark.BookmarkInfo,
  BookmarkUpdated: bookmark.BookmarkUpdated,
  BookmarkResources: bookmark.BookmarkResources,
  ResourceLink: bookmark.ResourceLink,
  ResourceImage: bookmark.ResourceImage,
  BookmarkLink: bookmark.BookmarkLink,
  ShareLink,
  LabelInfo,
  LabelUpdated,
  AnnotationSummary: highlights.AnnotationSummary,
  AnnotationInfo: highlights.AnnotationInfo,
  AnnotationUpdated: highlights.AnnotationUpdated,
  AnnotationQuote: highlights.AnnotationQuote,
  CollectionSummary,
  CollectionInfo,
  CollectionUpdated,
  SyncEntry,
  ImportProgress,
  Extraction,
} as const;

for (const [id, schema] of Object.entries(schemas)) documented.add(schema, { id });
documented.add(Instant, { format: 'date-time' });
documented.add(ShortId, { format: 'short-uid' });
// Not `uri`, because addresses are percent-decoded, with Unicode hosts (protocol.md section 6).
documented.add(Address, { format: 'iri' });
documented.add(Hostname, { format: 'idn-hostname' });
