import {
  MAX_AUTHOR_LENGTH,
  MAX_AUTHORS,
  MAX_BOOKMARK_NOTE_LENGTH,
  MAX_READ_ANCHOR_LENGTH,
  MAX_SITE_NAME_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../contract';
import type { Bookmark } from '../../domain/bookmark';
import { type EditableField, pick } from '../../domain/bookmark-fields';
import { changedFields, isSameField, patchFieldsOf } from '../../domain/bookmark-values';
import { cutText } from '../../domain/excerpt';
import { labelKey, normalLabel, normalLabels } from '../../domain/label';
import type { BookmarkChanges, Shadow } from '../database/sync-rows';

/** The fields that an edit can change and that a server has, too. */
export type Editable = Pick<Bookmark, EditableField | 'labels'>;

const NO_CHANGES: BookmarkChanges = { set: {}, addLabels: [], removeLabels: [] };

/** The last known version of the server, and changes that were sent without a response. */
type Known = { readonly version: Editable } & Pick<Shadow, 'tried'>;

/**
 * Returns what a server lacks of a bookmark: what differs from its last known version, and what was
 * sent without a response, because the server may have it or receive it later. Values are in the form
 * that the service accepts, so that a title that it would cut does not differ for ever.
 */
export function unsentChanges(
  bookmark: Editable,
  { version, tried = NO_CHANGES }: Known,
  hasNotes: boolean,
): BookmarkChanges {
  const ours = inServerForm(bookmark);
  const isThere = (field: EditableField) =>
    isSameField(field, bookmark[field], version[field]) ||
    isSameField(field, ours[field], version[field]);
  const fields = changedFields(
    patchFieldsOf(hasNotes).filter((field) => field in ours),
    (field) => field in tried.set || !isThere(field),
  );
  return { set: pick(ours, fields), ...unsentLabels(bookmark.labels, version.labels, tried) };
}

/** Without values that the service does not accept: an empty title or site name, an unreadable date. */
function inServerForm(bookmark: Editable): Partial<Editable> {
  const { title, siteName, authors, published, note, readAnchor, ...rest } = bookmark;
  const name = cutText(siteName, MAX_SITE_NAME_LENGTH);
  const isDate = published === null || !Number.isNaN(Date.parse(published));
  return {
    ...pick(rest, ['isFavourite', 'isArchived', 'readProgress']),
    ...(title !== '' && { title: cutText(title, MAX_TITLE_LENGTH) }),
    ...(name !== '' && { siteName: name }),
    authors: authors.slice(0, MAX_AUTHORS).map((one) => cutText(one, MAX_AUTHOR_LENGTH)),
    ...(isDate && { published }),
    note: cutText(note, MAX_BOOKMARK_NOTE_LENGTH),
    readAnchor: readAnchor.length <= MAX_READ_ANCHOR_LENGTH ? readAnchor : '',
  };
}

/**
 * Of several spellings of a label, devices show the first. One that differs from it is added, and that of
 * the server is removed. A label that no device shows stays on the server.
 */
function unsentLabels(
  labels: readonly string[],
  theirs: readonly string[],
  tried: Pick<BookmarkChanges, 'addLabels' | 'removeLabels'>,
): Pick<BookmarkChanges, 'addLabels' | 'removeLabels'> {
  // Bookmarks of the server are compared with each other, too.
  const ours = normalLabels(labels);
  const spelt = new Set(normalLabels(theirs));
  const triedKeys = new Set(tried.removeLabels.map(keyOfLabel));
  const isSpelt = (label: string) => spelt.has(label) && !triedKeys.has(keyOfLabel(label));
  const kept = new Set(ours.filter(isSpelt).map(labelKey));
  const isGone = (label: string) => {
    const shown = normalLabel(label);
    return shown !== null && !ours.includes(shown) && !kept.has(labelKey(shown));
  };
  const removeLabels = [...new Set([...theirs, ...tried.addLabels])].filter(isGone);
  return { addLabels: ours.filter((label) => !isSpelt(label)), removeLabels };
}

/** Returns true if there is nothing to send. */
export const isUnchanged = (changes: BookmarkChanges): boolean =>
  Object.keys(changes.set).length === 0 && !hasLabels(changes);

/** Returns the version that a server has after changes. */
export const withChanges = <Version extends Editable>(
  there: Version,
  changes: BookmarkChanges,
): Version => ({
  ...there,
  ...changes.set,
  // Labels that do not change keep the form of the server.
  ...(hasLabels(changes) && { labels: mergedLabels(there.labels, changes) }),
});

const hasLabels = ({ addLabels, removeLabels }: BookmarkChanges): boolean =>
  addLabels.length + removeLabels.length > 0;

/** Applies changes of labels to those of the server. */
export function mergedLabels(
  theirs: readonly string[],
  { addLabels, removeLabels }: Pick<BookmarkChanges, 'addLabels' | 'removeLabels'>,
): readonly string[] {
  const removed = new Set(removeLabels.map(keyOfLabel));
  return normalLabels([...theirs.filter((name) => !removed.has(keyOfLabel(name))), ...addLabels]);
}

/** A server may have a label in a form that is not stored here: decomposed or longer. */
const keyOfLabel = (label: string): string => labelKey(normalLabel(label) ?? label);

/** Returns both changes as one: the server may have either. */
export const withTried = (before: BookmarkChanges = NO_CHANGES, sent: BookmarkChanges) => ({
  set: { ...before.set, ...sent.set },
  addLabels: [...new Set([...before.addLabels, ...sent.addLabels])],
  removeLabels: [...new Set([...before.removeLabels, ...sent.removeLabels])],
});
