import type { FieldTable } from './spec-tables';

export const REQUEST_TABLES: readonly FieldTable[] = [
  {
    section: '2.3',
    record: 'oauthClientCreate',
    fields: {
      client_name: 'string',
      client_uri: 'string',
      logo_uri: 'string?',
      software_id: 'string',
      software_version: 'string',
      redirect_uris: 'array of string?',
      token_endpoint_auth_method: 'string?',
      grant_types: 'array of string?',
      response_types: 'array of string?',
    },
  },
  {
    section: '2.5',
    record: 'oauthTokenCreate',
    fields: {
      grant_type: 'string',
      code: 'string?',
      code_verifier: 'string?',
      device_code: 'string?',
      client_id: 'string?',
    },
  },
  { section: '2.7', record: 'oauthDeviceCreate', fields: { client_id: 'string', scope: 'string' } },
  {
    section: '2.11',
    record: 'bookmarkCreate',
    fields: { url: 'string', title: 'string?', labels: 'array of string?', created: 'date-time?' },
  },
  {
    section: '2.12',
    record: 'bookmarkUpdate',
    fields: {
      title: 'string?',
      is_marked: 'boolean?',
      is_archived: 'boolean?',
      is_deleted: 'boolean?',
      read_progress: 'integer?',
      read_anchor: 'string?',
      labels: 'array of string?',
      add_labels: 'array of string?',
      remove_labels: 'array of string?',
    },
  },
  { section: '2.14', record: 'shareEmail', fields: { email: 'string', format: 'string?' } },
  { section: '2.15', record: 'labelUpdate', fields: { name: 'string' } },
  {
    section: '2.16',
    record: 'annotationCreate',
    fields: {
      start_selector: 'string',
      start_offset: 'integer',
      end_selector: 'string',
      end_offset: 'integer',
      color: 'string',
    },
  },
  { section: '2.16', record: 'annotationUpdate', fields: { color: 'string' } },
  {
    section: '2.17',
    record: 'collectionCreate',
    fields: {
      name: 'string',
      is_pinned: 'boolean?',
      is_deleted: 'boolean?',
      search: 'string|null?',
      title: 'string|null?',
      author: 'string|null?',
      site: 'string|null?',
      type: 'array of string|null?',
      labels: 'string|null?',
      read_status: 'array of string|null?',
      is_marked: 'boolean|null?',
      is_archived: 'boolean|null?',
      range_start: 'string|null?',
      range_end: 'string|null?',
    },
  },
  {
    section: '2.18',
    record: 'syncParams',
    fields: {
      id: 'array of string?',
      sort: 'array of string?',
      with_json: 'boolean?',
      with_html: 'boolean?',
      with_markdown: 'boolean?',
      with_resources: 'boolean?',
      resource_prefix: 'string?',
    },
  },
  {
    section: '2.19',
    record: 'baseImport',
    fields: {
      label: 'string?',
      ignore_duplicates: 'boolean?',
      archive: 'boolean?',
      mark_read: 'boolean?',
    },
  },
  {
    section: '2.19',
    record: 'importWallabag',
    fields: {
      url: 'string',
      username: 'string',
      password: 'string',
      client_id: 'string',
      client_secret: 'string',
    },
  },
  {
    section: '2.20',
    record: 'authenticationForm',
    fields: {
      username: 'string',
      password: 'string',
      application: 'string',
      roles: 'array of string?',
    },
  },
];

/** The defaults of fields that are not sent. */
export const DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  oauthClientCreate: {
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
    response_types: ['code'],
  },
  syncParams: {
    sort: ['updated'],
    with_json: false,
    with_html: false,
    with_markdown: false,
    with_resources: false,
    resource_prefix: '.',
  },
  baseImport: { ignore_duplicates: true, archive: false, mark_read: false },
};
