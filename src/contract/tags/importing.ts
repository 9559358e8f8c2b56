import * as z from 'zod/mini';
import { Message } from '../errors';
import { type Form, flag, form, secret, text } from '../form/field';
import { defaulted, isWebAddress, required } from '../form/rules';
import { file } from '../form/upload';
import { body, json, route } from '../route/route';
import { record } from '../schema/record';
import { count, flag as flagOrFalse } from '../schema/tolerant';

// protocol.md sections 12 and 18
const MAX_IMPORT_LABEL_LENGTH = 128;
const MAX_INSTANCE_URL_LENGTH = 128;
/** A user name, a password or a key for another service. */
const MAX_CREDENTIAL_LENGTH = 4096;

/** The fields of every import (spec 2.19). */
export const baseImport = form(() => ({
  label: text({ max: MAX_IMPORT_LABEL_LENGTH }),
  ignore_duplicates: defaulted(flag(), true),
  archive: defaulted(flag(), false),
  mark_read: defaulted(flag(), false),
}));

/** An export file of another program. */
export const importFile = form(() => ({ ...baseImport.fields, data: required(file()) }));

export const importBrowser = form(() => ({
  ...importFile.fields,
  labels_from_titles: defaulted(flag(), false),
}));

const instanceUrl = () => required(text({ max: MAX_INSTANCE_URL_LENGTH, test: isWebAddress }));

/** An account on a wallabag server, from which the server imports. */
export const importWallabag = form(() => ({
  ...baseImport.fields,
  url: instanceUrl(),
  username: required(text({ max: MAX_CREDENTIAL_LENGTH })),
  password: required(secret({ max: MAX_CREDENTIAL_LENGTH })),
  client_id: required(text({ max: MAX_CREDENTIAL_LENGTH })),
  client_secret: required(secret({ max: MAX_CREDENTIAL_LENGTH })),
}));

export const importOmnivore = form(() => ({
  ...baseImport.fields,
  url: instanceUrl(),
  token: required(secret({ max: MAX_CREDENTIAL_LENGTH })),
}));

/** The progress of an import. */
export const ImportProgress = record(() => ({
  scheduled: flagOrFalse(),
  progress: record(() => ({
    total: count(),
    done: count(),
    status: count(),
  })),
}));
export type ImportProgress = z.output<typeof ImportProgress>;

// @__NO_SIDE_EFFECTS__
const startedBy = <F extends Form>(form: F) =>
  ({
    access: ['api:bookmarks:import'],
    body: body(form),
    answers: { 202: json(Message, ['Location']) },
  }) as const;

/** One route for each kind of file or account. */
export const importing = {
  browser: route('POST', '/api/bookmarks/import/browser', startedBy(importBrowser)),
  csv: route('POST', '/api/bookmarks/import/csv', startedBy(importFile)),
  goodlinks: route('POST', '/api/bookmarks/import/goodlinks', startedBy(importFile)),
  linkwarden: route('POST', '/api/bookmarks/import/linkwarden', startedBy(importFile)),
  omnivore: route('POST', '/api/bookmarks/import/omnivore', startedBy(importOmnivore)),
  pinboard: route('POST', '/api/bookmarks/import/pinboard', startedBy(importFile)),
  pocketFile: route('POST', '/api/bookmarks/import/pocket-file', startedBy(importFile)),
  readwise: route('POST', '/api/bookmarks/import/readwise', startedBy(importFile)),
  text: route('POST', '/api/bookmarks/import/text', startedBy(importFile)),
  wallabag: route('POST', '/api/bookmarks/import/wallabag', startedBy(importWallabag)),
  otherSource: route('POST', '/api/bookmarks/import/{trackId}', {
    access: ['api:bookmarks:import'],
    params: { trackId: z.string() },
    answers: {},
  }),
  progress: route('GET', '/api/bookmarks/import/{trackId}', {
    access: ['api:bookmarks:import'],
    params: { trackId: z.string() },
    answers: { 200: json(ImportProgress) }, // An unknown import counts as finished (protocol.md section 12).
    errors: { 404: [] },
  }),
};
