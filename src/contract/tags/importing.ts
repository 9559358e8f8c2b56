import * as z from 'zod/mini';
import { Message } from '../errors';
import { type Form, flag, secret, text } from '../form/field';
import { defaulted, isWebAddress, required } from '../form/rules';
import { file } from '../form/upload';
import { body, json, route } from '../route/route';
import { record } from '../schema/record';
import { count, flag as flagOrFalse } from '../schema/tolerant';

// protocol.md sections 12 and 18
export const MAX_IMPORT_LABEL_LENGTH = 128;
export const MAX_INSTANCE_URL_LENGTH = 128;
/** A name, a password or a key of an account elsewhere. */
const MAX_CREDENTIAL_LENGTH = 4096;
export const MAX_IMPORT_BYTES = 100 * 1024 * 1024;

/** What every import takes (spec 2.19). */
export const baseImport = {
  label: text({ max: MAX_IMPORT_LABEL_LENGTH }),
  ignore_duplicates: defaulted(flag(), true),
  archive: defaulted(flag(), false),
  mark_read: defaulted(flag(), false),
};

/** An export file of another program. */
export const importFile = { ...baseImport, data: required(file()) };

export const importBrowser = { ...importFile, labels_from_titles: defaulted(flag(), false) };

const instanceUrl = required(text({ max: MAX_INSTANCE_URL_LENGTH, test: isWebAddress }));

/** An account on a wallabag server, which our server reads. */
export const importWallabag = {
  ...baseImport,
  url: instanceUrl,
  username: required(text({ max: MAX_CREDENTIAL_LENGTH })),
  password: required(secret({ max: MAX_CREDENTIAL_LENGTH })),
  client_id: required(text({ max: MAX_CREDENTIAL_LENGTH })),
  client_secret: required(secret({ max: MAX_CREDENTIAL_LENGTH })),
};

export const importOmnivore = {
  ...baseImport,
  url: instanceUrl,
  token: required(secret({ max: MAX_CREDENTIAL_LENGTH })),
};

/** How far an import is. */
export const ImportProgress = record({
  /** Whether it still waits for its turn. */
  scheduled: flagOrFalse(),
  progress: record({
    total: count(),
    done: count(),
    /** 0 running, 1 finished or unknown. */
    status: count(),
  }),
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
  browser: route({ path: '/api/bookmarks/import/browser', ...startedBy(importBrowser) }),
  csv: route({ path: '/api/bookmarks/import/csv', ...startedBy(importFile) }),
  goodlinks: route({ path: '/api/bookmarks/import/goodlinks', ...startedBy(importFile) }),
  linkwarden: route({ path: '/api/bookmarks/import/linkwarden', ...startedBy(importFile) }),
  omnivore: route({ path: '/api/bookmarks/import/omnivore', ...startedBy(importOmnivore) }),
  pinboard: route({ path: '/api/bookmarks/import/pinboard', ...startedBy(importFile) }),
  pocketFile: route({ path: '/api/bookmarks/import/pocket-file', ...startedBy(importFile) }),
  readwise: route({ path: '/api/bookmarks/import/readwise', ...startedBy(importFile) }),
  text: route({ path: '/api/bookmarks/import/text', ...startedBy(importFile) }),
  wallabag: route({ path: '/api/bookmarks/import/wallabag', ...startedBy(importWallabag) }),
  /** Any other source: there is none. */
  otherSource: route({
    method: 'POST',
    path: '/api/bookmarks/import/{trackId}',
    tag: 'bookmark import',
    access: ['api:bookmarks:import'],
    params: { trackId: z.string() },
    answers: {},
  }),
  progress: route({
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
