// Contract: the service's API as a table of routes with their schemas, and the forms of the wire.
// The server mounts it, the client is derived from it, the documents are made from it. No I/O.
export * from './api';
export * from './errors';
export * from './form/decode';
export * from './form/encode';
export * from './form/error-body';
export type { Field, Form, Presence } from './form/field';
export * from './form/form-types';
export * from './form/input';
export * from './form/messages';
export * from './form/read-body';
export type { Upload, UploadedPart } from './form/upload';
export * from './permissions';
export * from './route/call';
export * from './route/decode-request';
export * from './route/errors-of';
export * from './route/handler';
export * from './route/headers';
export * from './route/promised';
export type {
  Access,
  Answer,
  Body,
  EmptyAnswer,
  ErrorKind,
  JsonAnswer,
  MediaAnswer,
  Method,
  ParamNames,
  Route,
  Routes,
  Table,
  Tag,
} from './route/route';
export * from './schema/reader';
export * from './schema/scalars';
export * from './tags/bookmark';
export * from './tags/bookmark-content';
export * from './tags/bookmark-filters';
export * from './tags/bookmarks';
export * from './tags/collections';
export * from './tags/dev-tools';
export * from './tags/events';
export * from './tags/exporting';
export * from './tags/highlights';
export * from './tags/importing';
export * from './tags/info';
export * from './tags/labels';
export * from './tags/media';
export * from './tags/oauth';
export * from './tags/oauth-client';
export * from './tags/oauth-pages';
export * from './tags/oauth-scopes';
export * from './tags/oauth-token';
export * from './tags/opds';
export * from './tags/profile';
export * from './tags/profile-administration';
export * from './tags/sharing';
export * from './tags/sign-in';
export * from './tags/sync';
export * from './tags/sync-part';
export * from './wire/accept';
export * from './wire/credential';
export * from './wire/date-expression';
export * from './wire/etag';
export * from './wire/instant';
export * from './wire/link-header';
export * from './wire/multipart-parser';
export * from './wire/pagination';
export * from './wire/parse-date';
export * from './wire/part-headers';
export * from './wire/resource-part';
export * from './wire/short-id';
