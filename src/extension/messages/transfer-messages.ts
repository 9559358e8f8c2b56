import * as z from 'zod/mini';
import type { MessageTable } from './message-table';
import { count, MAX_DETAIL_LENGTH, MAX_URL_LENGTH, text } from './schemas';

const MAX_TYPED = 2_000;
const MAX_LABEL = 128;
const MAX_PATTERNS = 8;
const MAX_SHOWN = 1_000;
/** A server may have more labels than bookmarks. */
const MAX_LABELS = 1_000_000;

const nothing = z.strictObject({});

/** Why something could not be done. The interface has a text for each kind. */
export const TransferFailure = z.object({ kind: text(50), detail: text(MAX_DETAIL_LENGTH) });
export type TransferFailure = z.output<typeof TransferFailure>;

/** null on success. */
const outcome = z.nullable(TransferFailure);

/** Origins that the person has just allowed. */
const allowed = z.array(text(MAX_URL_LENGTH)).check(z.maxLength(MAX_PATTERNS));

const choices = z.strictObject({
  label: text(MAX_LABEL),
  skipsDuplicates: z.boolean(),
  isArchived: z.boolean(),
  isRead: z.boolean(),
  hasLabelsFromFolders: z.boolean(),
});

const preview = z.object({
  ...{ rows: count, fresh: count, here: count, twice: count },
  ...{ articles: count, highlights: count, broken: count },
  brokenRows: z.readonly(
    z
      .array(z.object({ row: z.nullable(count), reason: text(50), text: text(MAX_URL_LENGTH) }))
      .check(z.maxLength(MAX_SHOWN)),
  ),
  newLabels: z.readonly(z.array(text(MAX_URL_LENGTH)).check(z.maxLength(MAX_LABELS))),
});

const token = text(MAX_TYPED);

/** The files that servers import, named as in the client. */
const THERE_FILES = [
  ...['browser', 'csv', 'goodlinks', 'linkwarden', 'pinboard', 'pocketFile'],
  ...['readwise', 'text'],
] as const;
export type ThereFile = (typeof THERE_FILES)[number];

/** The messages about imports that need a server. */
export const TRANSFER_MESSAGES = {
  /** Finds the server and counts what an import from it would bring. */
  previewServer: {
    request: z.strictObject({ address: text(MAX_TYPED), token, allowed }),
    response: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), value: z.object({ base: text(MAX_URL_LENGTH), preview }) }),
      z.object({ ok: z.literal(false), error: TransferFailure }),
    ]),
  },
  cancelServerPreview: { request: z.strictObject({ allowed }), response: z.null() },
  startServerImport: {
    request: z.strictObject({ base: z.url({ protocol: /^https?$/ }), token, allowed, choices }),
    response: outcome,
  },
  /** Goes on with an import that waits. A new token replaces the stored one. */
  continueServerImport: {
    request: z.strictObject({ token: z.nullable(token), allowed }),
    response: outcome,
  },
  pauseServerImport: { request: nothing, response: z.null() },
  /** Ends an import that is not to go on, and forgets the token. */
  endServerImport: { request: z.strictObject({ job: count }), response: z.null() },
  /** The account whose server could import; null if nobody is signed in. */
  importingServer: {
    request: nothing,
    response: z.nullable(z.object({ host: text(MAX_URL_LENGTH), isOAuth: z.boolean() })),
  },
  /** Lets the server import. A file was put where `readUpload` finds it. */
  startImportThere: {
    request: z.strictObject({
      choices,
      content: z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('file'),
          name: text(MAX_TYPED),
          source: z.enum(THERE_FILES),
        }),
        z.strictObject({
          kind: z.literal('wallabag'),
          ...{ url: text(MAX_TYPED), username: text(MAX_TYPED), password: text(MAX_TYPED) },
          ...{ clientId: text(MAX_TYPED), clientSecret: text(MAX_TYPED) },
        }),
      ]),
    }),
    response: outcome,
  },
  /** The progress of the import on the server; null if there is none. */
  importThere: {
    request: nothing,
    response: z.nullable(
      z.object({
        name: text(MAX_TYPED),
        ...{ done: count, total: count, isFinished: z.boolean(), problem: outcome },
      }),
    ),
  },
  forgetImportThere: { request: nothing, response: z.null() },
} satisfies MessageTable;

export type TransferMessages = typeof TRANSFER_MESSAGES;
