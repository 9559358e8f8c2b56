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
import { definedFields } from '../../src/domain/defined-fields';
import { normalLabel } from '../../src/domain/label';
import { type UnixMs, unixMs } from '../../src/domain/time';
import type { BaseAddress } from '../http/base-address';
import type { CallerContext } from '../http/context';
import { type Refusal, refuse, refuseField } from '../http/refusal';
import type { Server } from '../server';
import { type BookmarkChange, type BookmarkRow, sortedLabels } from '../storage';
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
  const { title, description, authors, published } = sent;
  const { is_deleted: isDeleted } = sent;
  const { site_name: siteName, text_direction: textDirection } = sent;
  return {
    ...definedFields({
      title,
      description,
      siteName,
      authors,
      textDirection,
      lang: sent.lang?.toLowerCase(),
      published: published == null ? published : unixMs(published),
      labels: changesLabels(sent) ? labelsOf(sent, before) : undefined,
    }),
    // A repeated request does not postpone the deletion.
    ...(isDeleted !== undefined && { deleteAt: isDeleted ? (before.deleteAt ?? deleteAt) : null }),
    ...stateOf(sent),
  };
}

type SentState = Pick<Sent, 'is_marked' | 'is_archived' | 'read_progress' | 'read_anchor' | 'note'>;

/** Returns the values that only people set and that were sent. */
export const stateOf = (sent: SentState) => ({
  ...definedFields({
    isMarked: sent.is_marked,
    isArchived: sent.is_archived,
    note: sent.note,
  }),
  ...progressOf(sent),
});

/** Unread and finished articles have no reading position. */
function progressOf({ read_progress: readProgress, read_anchor: readAnchor }: SentState) {
  const isAtAnEnd = readProgress === 0 || readProgress === MAX_PROGRESS;
  return definedFields({ readProgress, readAnchor: isAtAnEnd ? '' : readAnchor });
}

const changesLabels = ({ labels, add_labels, remove_labels }: Sent): boolean =>
  labels !== undefined || add_labels !== undefined || remove_labels !== undefined;

/** Drops labels in which nothing can be seen, like blank ones. */
export const seenLabels = (labels: readonly string[]): readonly string[] =>
  labels.filter((label) => normalLabel(label) !== null);

function labelsOf({ labels, add_labels, remove_labels }: Sent, before: BookmarkRow) {
  const set = labels ? seenLabels(labels) : before.labels;
  const after = new Set([...set, ...seenLabels(add_labels ?? [])]);
  for (const label of remove_labels ?? []) after.delete(label);
  return sortedLabels(after);
}

/** The changed fields with their new values (spec 2.13, protocol.md section 7.4). */
function updatedOf(sent: Sent, row: BookmarkRow, base: BaseAddress): BookmarkUpdated {
  const fields: Partial<BookmarkUpdated> = {
    title: row.title,
    description: row.description,
    site_name: row.siteName,
    authors: [...row.authors],
    published: row.published === null ? null : formatInstant(row.published),
    lang: row.lang,
    text_direction: row.textDirection,
    is_marked: row.isMarked,
    is_archived: row.isArchived,
    is_deleted: row.deleteAt !== null,
    read_progress: row.readProgress,
    read_anchor: row.readAnchor,
    note: row.note,
    labels: [...row.labels],
  };
  const names = new Set(Object.keys(sent));
  if (progressOf(sent).readAnchor !== undefined) names.add('read_anchor');
  if (changesLabels(sent)) names.add('labels');
  return {
    id: row.id,
    href: bookmarkAddress(base, row.id),
    updated: formatInstant(row.updated),
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name))),
  };
}
