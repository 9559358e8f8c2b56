import type { FieldTable } from './spec-tables';

const summary = {
  id: 'short-uid',
  href: 'uri',
  created: 'date-time',
  updated: 'date-time',
  state: 'integer',
  loaded: 'boolean',
  url: 'uri',
  title: 'string',
  site_name: 'string',
  site: 'hostname',
  // The specification has null, which clients read as a date in 1970, so it is left out
  // (protocol.md section 18).
  published: 'date-time?',
  authors: 'array of string',
  lang: 'string',
  text_direction: 'string',
  document_type: 'string',
  type: 'string',
  has_article: 'boolean',
  description: 'string',
  is_deleted: 'boolean',
  is_marked: 'boolean',
  is_archived: 'boolean',
  read_progress: 'integer',
  labels: 'array of string',
  word_count: 'integer',
  reading_time: 'integer',
  resources: 'object',
};

const collectionFilters = {
  name: 'string',
  is_pinned: 'boolean',
  is_deleted: 'boolean',
  search: 'string',
  title: 'string',
  author: 'string',
  site: 'string',
  type: 'array of string|null',
  labels: 'string',
  read_status: 'array of string|null',
  is_marked: 'boolean|null',
  is_archived: 'boolean|null',
  range_start: 'string',
  range_end: 'string',
};

export const ANSWER_TABLES: readonly FieldTable[] = [
  { section: '2.1', record: 'Message', fields: { status: 'integer', message: 'string' } },
  {
    section: '2.2',
    record: 'OAuthError',
    fields: { error: 'string', error_description: 'string?' },
  },
  {
    section: '2.4',
    record: 'OAuthClient',
    fields: {
      client_id: 'string',
      client_name: 'string',
      client_uri: 'string',
      logo_uri: 'string',
      redirect_uris: 'array of string',
      software_id: 'string',
      software_version: 'string',
      token_endpoint_auth_method: 'string',
      grant_types: 'array of string', // section 18: "string" is an error of the specification
      response_types: 'array of string', // section 18
    },
  },
  {
    section: '2.6',
    record: 'OAuthToken',
    fields: { id: 'string', access_token: 'string', token_type: 'string', scope: 'string' },
  },
  {
    section: '2.7',
    record: 'OAuthDevice',
    fields: {
      device_code: 'string',
      user_code: 'string',
      verification_uri: 'string',
      verification_uri_complete: 'string',
      expires_in: 'integer',
      interval: 'integer',
    },
  },
  {
    section: '2.8',
    record: 'ServerInfo',
    fields: { version: 'object', features: 'array of string' },
  },
  {
    section: '2.8',
    record: 'ServerInfo.version',
    fields: { canonical: 'string', release: 'string', build: 'string' },
  },
  { section: '2.9', record: 'BookmarkSummary', fields: summary },
  {
    section: '2.9',
    record: 'BookmarkResources',
    fields: {
      article: 'object?',
      icon: 'object?',
      image: 'object?',
      thumbnail: 'object?',
      log: 'object',
      props: 'object',
    },
  },
  { section: '2.9', record: 'ResourceLink', fields: { src: 'string' } },
  {
    section: '2.9',
    record: 'ResourceImage',
    fields: { src: 'uri', height: 'integer', width: 'integer' },
  },
  {
    section: '2.10',
    record: 'BookmarkInfo',
    fields: {
      ...summary,
      omit_description: 'boolean',
      read_anchor: 'string',
      links: 'array of object',
    },
  },
  {
    section: '2.10',
    record: 'BookmarkLink',
    fields: {
      url: 'uri',
      domain: 'hostname',
      title: 'string',
      is_page: 'boolean',
      content_type: 'string',
    },
  },
  {
    section: '2.13',
    record: 'BookmarkUpdated',
    fields: {
      href: 'uri',
      id: 'short-uid',
      updated: 'date-time',
      title: 'string?',
      is_marked: 'boolean?', // section 18: "string" is an error of the specification, here and below
      is_archived: 'boolean?',
      is_deleted: 'boolean?',
      read_progress: 'integer?',
      read_anchor: 'string?',
      labels: 'array of string?',
    },
  },
  {
    section: '2.14',
    record: 'ShareLink',
    fields: { url: 'uri', expires: 'date-time', title: 'string', id: 'short-uid' },
  },
  {
    section: '2.15',
    record: 'LabelInfo',
    fields: { name: 'string', count: 'integer', href: 'uri', href_bookmarks: 'uri' },
  },
  {
    section: '2.16',
    record: 'AnnotationSummary',
    fields: {
      id: 'short-uid',
      href: 'uri',
      text: 'string',
      created: 'date-time',
      bookmark_id: 'short-uid',
      bookmark_href: 'uri',
      bookmark_url: 'uri',
      bookmark_title: 'string',
      bookmark_site_name: 'string',
    },
  },
  {
    section: '2.16',
    record: 'AnnotationInfo',
    fields: {
      id: 'short-uid',
      start_selector: 'string',
      start_offset: 'integer',
      end_selector: 'string',
      end_offset: 'integer',
      created: 'date-time',
      text: 'string',
    },
  },
  {
    section: '2.17',
    record: 'CollectionSummary',
    fields: { ...collectionFilters, updated: 'date-time' },
  },
  {
    section: '2.17',
    record: 'CollectionInfo',
    fields: {
      ...collectionFilters,
      updated: 'date-time',
      id: 'short-uid',
      href: 'uri',
      created: 'date-time',
    },
  },
  {
    section: '2.18',
    record: 'SyncEntry',
    fields: { id: 'short-uid', time: 'date-time', type: 'string' },
  },
  { section: '2.20', record: 'AuthenticationResult', fields: { id: 'string', token: 'string' } },
  { section: '2.21', record: 'UserProfile', fields: { provider: 'object', user: 'object' } },
  {
    section: '2.21',
    record: 'ProfileProvider',
    fields: {
      id: 'string',
      name: 'string',
      application: 'string',
      roles: 'array of string',
      permissions: 'array of string',
    },
  },
  {
    section: '2.21',
    record: 'ProfileUser',
    fields: {
      username: 'string',
      email: 'string?',
      created: 'date-time?', // with profile:read, which section 16 requires for all fields but the name
      updated: 'date-time?',
      settings: 'object?',
    },
  },
  {
    section: '2.21',
    record: 'UserSettings',
    fields: { debug_info: 'boolean', reader_settings: 'object' },
  },
  {
    section: '2.21',
    record: 'ReaderSettings',
    fields: { font: 'string', font_size: 'integer', line_height: 'integer' },
  },
];

/** The values that the specification allows; no other ones are valid. */
export const WORDS: Readonly<Record<string, readonly unknown[]>> = {
  'BookmarkSummary.state': [0, 1, 2],
  'BookmarkSummary.type': ['article', 'photo', 'video'],
  'BookmarkSummary.text_direction': ['', 'ltr', 'rtl'],
  'SyncEntry.type': ['update', 'delete'],
  'OAuthError.error': [
    'access_denied',
    'authorization_pending',
    'expired_token',
    'invalid_client',
    'invalid_client_metadata',
    'invalid_grant',
    'invalid_redirect_uri',
    'invalid_request',
    'invalid_scope',
    'server_error',
    'slow_down',
    'unauthorized_client',
  ],
};
