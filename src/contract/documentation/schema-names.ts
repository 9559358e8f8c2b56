import * as z from 'zod/mini';
import { Message, OAuthError } from '../errors';
import { FormError, FormErrorField } from '../form/error-body';
import { Address, Hostname, Instant, ShortId } from '../schema/record';
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
import { ProfileUpdated, TokenInfo } from '../tags/profile-administration';
import { ShareLink } from '../tags/sharing';
import { AuthenticationResult } from '../tags/sign-in';
import { SyncEntry } from '../tags/sync';

/** The records of the service, by the names that the documents call them. */
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
export type SchemaName = keyof typeof schemas;

/** Names and formats for `z.toJSONSchema`: kept out of the schemas, which the extension carries. */
export const metadata = z.registry<{ id?: string; format?: string }>();
for (const [id, schema] of Object.entries(schemas)) metadata.add(schema, { id });
metadata.add(Instant, { format: 'date-time' });
metadata.add(ShortId, { format: 'short-uid' });
// Not `uri`: addresses come percent-decoded, hosts in Unicode (protocol.md section 6).
metadata.add(Address, { format: 'iri' });
metadata.add(Hostname, { format: 'idn-hostname' });
