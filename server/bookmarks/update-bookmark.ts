import {
  type BookmarkUpdated,
  type bookmarks,
  bookmarkUpdate,
  type FormValue,
  formatInstant,
  type HandlerAnswer,
  type HandlerInput,
  MAX_BOOKMARK_LABELS,
  MAX_PROGRESS,
  messages,
} from '../../src/contract';
import { normalLabel } from '../../src/domain/label';
import { type UnixMs, unixMs } from '../../src/domain/time';
import type { BaseAddress } from '../http/base-address';
import type { CallerContext } from '../http/context';
import { type Refusal, refuse, refuseField } from '../http/refusal';
import type { Server } from '../server';
import {
  type BookmarkChange,
  type BookmarkRow,
  fromWire,
  STORED_FIELDS,
  sortedLabels,
  toWire,
} from '../storage';
import { bookmarkAddress, changedHeaders } from './addresses';
import { changedValidators } from './bookmark-version';

type Update = typeof bookmarks.update;
type Sent = FormValue<typeof bookmarkUpdate>;

/** Changes the fields that were sent, and answers with their new values. */
export async function updateBookmark(
  server: Server,
  { params, body }: HandlerInput<Update>,
  context: CallerContext,
): Promise<HandlerAnswer<Update> | Refusal> {
  const { storage, config, now } = server;
  const { caller, base } = context;
  let hasTooManyLabels = false;
  const deleteAt = unixMs(now() + config.deletionDelayMs);
  const row = await storage.bookmarks.update(caller.user.id, params.id, (before) => {
    const change = changeOf(body, before, deleteAt);
    hasTooManyLabels = (change.labels?.length ?? 0) > MAX_BOOKMARK_LABELS;
    return hasTooManyLabels ? {} : change;
  });
  if (row === null) return refuse(404);
  if (hasTooManyLabels) {
    return refuseField(
      bookmarkUpdate,
      body,
      'add_labels',
      messages.tooMany(MAX_BOOKMARK_LABELS),
      400,
    );
  }
  const headers = { ...changedHeaders(base, row.id), ...changedValidators(server, context, row) };
  return { status: 200, headers, body: updatedOf(body, row, base) };
}

/** Makes the change of a bookmark from a form. */
function changeOf(sent: Sent, before: BookmarkRow, deleteAt: UnixMs): BookmarkChange {
  const { is_deleted: isDeleted } = sent;
  return {
    ...fieldsOfChange(sent),
    ...(changesLabels(sent) && { labels: changedLabelsOf(sent, before) }),
    // A repeated request does not postpone the deletion.
    ...(isDeleted !== undefined && { deleteAt: isDeleted ? (before.deleteAt ?? deleteAt) : null }),
  };
}

/** Returns the fields that were sent. Unread and finished articles have no reading position. */
export function fieldsOfChange(sent: Partial<Sent>): BookmarkChange {
  const fields = fromWire(sent);
  const { lang, readProgress } = fields;
  const isAtAnEnd = readProgress === 0 || readProgress === MAX_PROGRESS;
  return {
    ...fields,
    ...(lang !== undefined && { lang: lang.toLowerCase() }),
    ...(isAtAnEnd && { readAnchor: '' }),
  };
}

const changesLabels = ({ labels, add_labels, remove_labels }: Sent): boolean =>
  labels !== undefined || add_labels !== undefined || remove_labels !== undefined;

/** Drops labels in which nothing can be seen, like blank ones. */
export const seenLabels = (labels: readonly string[]): readonly string[] =>
  labels.filter((label) => normalLabel(label) !== null);

function changedLabelsOf({ labels, add_labels, remove_labels }: Sent, before: BookmarkRow) {
  const set = labels ? seenLabels(labels) : before.labels;
  const after = new Set([...set, ...seenLabels(add_labels ?? [])]);
  for (const label of remove_labels ?? []) after.delete(label);
  return sortedLabels(after);
}

/** The changed fields with their new values (spec 2.13, protocol.md section 7.4). */
function updatedOf(sent: Sent, row: BookmarkRow, base: BaseAddress): BookmarkUpdated {
  const fields = { ...toWire(row, STORED_FIELDS), is_deleted: row.deleteAt !== null };
  const names = new Set(Object.keys(sent));
  if (fieldsOfChange(sent).readAnchor !== undefined) names.add('read_anchor');
  if (changesLabels(sent)) names.add('labels');
  return {
    id: row.id,
    href: bookmarkAddress(base, row.id),
    updated: formatInstant(row.updated),
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name))),
  };
}
