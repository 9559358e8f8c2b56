import * as z from 'zod/mini';
import { Message } from '../errors';
import { type Form, flag, secret, text } from '../form/field';
import { defaulted, isWebAddress, required } from '../form/rules';
import { file } from '../form/upload';
import { body, json, route } from '../route/route';
import { described, record } from '../schema/record';
import { count, flag as flagOrFalse } from '../schema/tolerant';

// protocol.md sections 12 and 18
const MAX_IMPORT_LABEL_LENGTH = 128;
const MAX_INSTANCE_URL_LENGTH = 128;
/** A user name, a password or a key for another service. */
const MAX_CREDENTIAL_LENGTH = 4096;

/** The fields of every import (spec 2.19). */
export const baseImport = {
  label: described(
    text({ max: MAX_IMPORT_LABEL_LENGTH }),
    'A label that is added to all imported bookmarks.',
  ),
  ignore_duplicates: described(
    defaulted(flag(), true),
    'true: skips addresses that are already saved.',
  ),
  archive: described(defaulted(flag(), false), 'true: archives all imported bookmarks.'),
  mark_read: described(defaulted(flag(), false), 'true: marks all imported bookmarks as read.'),
};

/** An export file of another program. */
export const importFile = { ...baseImport, data: described(required(file()), 'The file.') };

export const importBrowser = {
  ...importFile,
  labels_from_titles: described(
    defaulted(flag(), false),
    'true: adds the names of folders as labels.',
  ),
};

const instanceUrl = required(text({ max: MAX_INSTANCE_URL_LENGTH, test: isWebAddress }));

/** An account on a wallabag server, from which the server imports. */
export const importWallabag = {
  ...baseImport,
  url: described(instanceUrl, 'Address of the other server.'),
  username: described(
    required(text({ max: MAX_CREDENTIAL_LENGTH })),
    'User name on the other server.',
  ),
  password: described(
    required(secret({ max: MAX_CREDENTIAL_LENGTH })),
    'Password on the other server.',
  ),
  client_id: described(
    required(text({ max: MAX_CREDENTIAL_LENGTH })),
    'Id of the client on the other server.',
  ),
  client_secret: described(
    required(secret({ max: MAX_CREDENTIAL_LENGTH })),
    'Secret of the client on the other server.',
  ),
};

export const importOmnivore = {
  ...baseImport,
  url: described(instanceUrl, 'Address of the other server.'),
  token: described(
    required(secret({ max: MAX_CREDENTIAL_LENGTH })),
    'API token of the other server.',
  ),
};

/** The progress of an import. */
export const ImportProgress = record({
  scheduled: described(flagOrFalse(), 'True while it waits in the queue.'),
  progress: described(
    record({
      total: described(count(), 'Number of entries.'),
      done: described(count(), 'Number of processed entries.'),
      status: described(count(), '0 running, 1 finished or unknown.'),
    }),
    'Progress.',
  ),
});
export type ImportProgress = z.output<typeof ImportProgress>;

// @__NO_SIDE_EFFECTS__
const startedBy = <F extends Form>(form: F) =>
  ({
    method: 'POST',
    tag: 'bookmark import',
    access: ['api:bookmarks:import'],
    body: body(form),
    answers: { 202: json(Message, ['Location']) },
  }) as const;

/** One route for each kind of file or account. */
export const importing = {
  browser: route({
    summary: 'Imports the bookmarks file of a browser (Netscape HTML).',
    path: '/api/bookmarks/import/browser',
    ...startedBy(importBrowser),
  }),
  csv: route({
    summary: 'Imports a CSV file with the columns url, title, state, created and labels.',
    path: '/api/bookmarks/import/csv',
    ...startedBy(importFile),
  }),
  goodlinks: route({
    summary: 'Imports a GoodLinks export.',
    path: '/api/bookmarks/import/goodlinks',
    ...startedBy(importFile),
  }),
  linkwarden: route({
    summary: 'Imports a Linkwarden export.',
    path: '/api/bookmarks/import/linkwarden',
    ...startedBy(importFile),
  }),
  omnivore: route({
    summary: 'Imports an Omnivore account.',
    path: '/api/bookmarks/import/omnivore',
    ...startedBy(importOmnivore),
  }),
  pinboard: route({
    summary: 'Imports a Pinboard export.',
    path: '/api/bookmarks/import/pinboard',
    ...startedBy(importFile),
  }),
  pocketFile: route({
    summary: 'Imports a Pocket export (CSV or zip).',
    path: '/api/bookmarks/import/pocket-file',
    ...startedBy(importFile),
  }),
  readwise: route({
    summary: 'Imports a Readwise Reader export.',
    path: '/api/bookmarks/import/readwise',
    ...startedBy(importFile),
  }),
  text: route({
    summary: 'Imports a text file with an address on each line.',
    path: '/api/bookmarks/import/text',
    ...startedBy(importFile),
  }),
  wallabag: route({
    summary: 'Imports a wallabag account.',
    path: '/api/bookmarks/import/wallabag',
    ...startedBy(importWallabag),
  }),
  otherSource: route({
    summary: 'Always fails, because no other import exists.',
    method: 'POST',
    path: '/api/bookmarks/import/{trackId}',
    tag: 'bookmark import',
    access: ['api:bookmarks:import'],
    params: { trackId: z.string() },
    answers: {},
  }),
  progress: route({
    summary: 'Returns the progress of an import.',
    method: 'GET',
    path: '/api/bookmarks/import/{trackId}',
    tag: 'bookmark import',
    access: ['api:bookmarks:import'],
    params: { trackId: z.string() },
    answers: { 200: json(ImportProgress) },
    // An unknown import counts as finished (protocol.md section 12).
    errors: { 404: [] },
  }),
};
