import * as z from 'zod/mini';
import { Message } from '../errors';
import { type Form, flag, secret, text } from '../form/field';
import { defaulted, isWebAddress, required } from '../form/rules';
import { file } from '../form/upload';
import { body, json, route } from '../route/route';
import { described, record } from '../schema/record';
import { count, flag as flagOrFalse } from '../schema/tolerant';

// protocol.md sections 12 and 18
export const MAX_IMPORT_LABEL_LENGTH = 128;
export const MAX_INSTANCE_URL_LENGTH = 128;
/** A name, a password or a key of an account elsewhere. */
const MAX_CREDENTIAL_LENGTH = 4096;
export const MAX_IMPORT_BYTES = 100 * 1024 * 1024;

/** What every import takes (spec 2.19). */
export const baseImport = {
  label: described(text({ max: MAX_IMPORT_LABEL_LENGTH }), 'Added to all bookmarks of the import.'),
  ignore_duplicates: described(
    defaulted(flag(), true),
    'Whether addresses that are there already are left out.',
  ),
  archive: described(defaulted(flag(), false), 'Whether all go to the archive.'),
  mark_read: described(defaulted(flag(), false), 'Whether all are marked as read.'),
};

/** An export file of another program. */
export const importFile = { ...baseImport, data: described(required(file()), 'The file.') };

export const importBrowser = {
  ...importFile,
  labels_from_titles: described(defaulted(flag(), false), 'Whether folders become a label.'),
};

const instanceUrl = required(text({ max: MAX_INSTANCE_URL_LENGTH, test: isWebAddress }));

/** An account on a wallabag server, which our server reads. */
export const importWallabag = {
  ...baseImport,
  url: described(instanceUrl, 'Address.'),
  username: described(required(text({ max: MAX_CREDENTIAL_LENGTH })), 'Name to sign in with.'),
  password: described(required(secret({ max: MAX_CREDENTIAL_LENGTH })), 'Password.'),
  client_id: described(required(text({ max: MAX_CREDENTIAL_LENGTH })), 'Id of the client.'),
  client_secret: described(
    required(secret({ max: MAX_CREDENTIAL_LENGTH })),
    'Secret of the client.',
  ),
};

export const importOmnivore = {
  ...baseImport,
  url: described(instanceUrl, 'Address.'),
  token: described(
    required(secret({ max: MAX_CREDENTIAL_LENGTH })),
    'The token. It is shown once.',
  ),
};

/** How far an import is. */
export const ImportProgress = record({
  scheduled: described(flagOrFalse(), 'Whether it waits for its turn.'),
  progress: described(
    record({
      total: described(count(), 'Entries.'),
      done: described(count(), 'Entries done.'),
      status: described(count(), '0 running, 1 finished or unknown.'),
    }),
    'How far it is.',
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
  /** Any other source: there is none. */
  otherSource: route({
    summary: 'Refused: there is no import from anywhere else.',
    method: 'POST',
    path: '/api/bookmarks/import/{trackId}',
    tag: 'bookmark import',
    access: ['api:bookmarks:import'],
    params: { trackId: z.string() },
    answers: {},
  }),
  progress: route({
    summary: 'How far an import is.',
    method: 'GET',
    path: '/api/bookmarks/import/{trackId}',
    tag: 'bookmark import',
    access: ['api:bookmarks:import'],
    params: { trackId: z.string() },
    answers: { 200: json(ImportProgress) },
    // An import that nobody knows is one that is over (protocol.md section 12).
    errors: { 404: [] },
  }),
};
