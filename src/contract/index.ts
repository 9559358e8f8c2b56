// Contract: the service's API as a table of routes with their schemas, and its wire formats. The
// server mounts it, the client is derived from it, and the documents are generated from it. No I/O.
export * from './api';
export * from './errors';
export * from './form/decode';
export * from './form/error-body';
export { type Form, type FormInput, type FormValue, noFields } from './form/field';
export { takesFiles } from './form/field-shape';
export * from './form/input';
export type { Upload, UploadedPart } from './form/upload';
export * from './permissions';
export * from './route/call';
export * from './route/handler';
export * from './route/headers';
export {
  type Access,
  type Answer,
  type Body,
  type EmptyAnswer,
  type ErrorKind,
  errorsOf,
  invalidAnswerOf,
  type JsonAnswer,
  type MediaAnswer,
  type Method,
  type ParamNames,
  type Route,
  type Routes,
  type Table,
} from './route/route';
export {
  MAX_PROGRESS,
  SHORT_ID_PATTERN,
  TOKEN_PATTERN,
} from './schema/record';
export * from './tags/bookmark';
export * from './tags/bookmark-filters';
export * from './tags/bookmarks';
export * from './tags/collections';
export * from './tags/dev-tools';
export * from './tags/exporting';
export * from './tags/highlights';
export * from './tags/importing';
export * from './tags/info';
export * from './tags/labels';
export * from './tags/media';
export * from './tags/oauth';
export * from './tags/oauth-client';
export * from './tags/oauth-pages';
export * from './tags/oauth-token';
export * from './tags/opds';
export * from './tags/profile';
export * from './tags/redirect-uri';
export * from './tags/sharing';
export * from './tags/sign-in';
export * from './tags/sync';
export * from './tags/sync-part';
export * from './wire/dates';
export * from './wire/json-bounds';
export * from './wire/multipart-parser';
export * from './wire/pagination';
export * from './wire/part-headers';
export * from './wire/request-headers';
export * from './wire/short-id';
