import {
  type BookmarkUpdated,
  type bookmarkUpdate,
  type FormInput,
  formatInstant,
  MAX_AUTHOR_LENGTH,
  MAX_AUTHORS,
  MAX_BOOKMARK_NOTE_LENGTH,
  MAX_READ_ANCHOR_LENGTH,
  MAX_SITE_NAME_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../contract';
import { EDITABLE_FIELDS, pick } from '../../domain/bookmark-fields';
import { definedFields } from '../../domain/defined-fields';
import { cutText } from '../../domain/excerpt';
import { labelKey, normalLabel } from '../../domain/label';
import type { PatchIntent, ServerVersion } from '../../library';
import { yieldsProgress } from '../merge/rebase-intents';
import { fromWire, toWire } from '../merge/wire-names';

export type PatchBody = FormInput<typeof bookmarkUpdate>;

/**
 * Returns the part of a patch that can be sent. It omits fields that the service does not have (the
 * excerpt, and without `hasNotes` the note), does not accept empty (title and site name) or cannot
 * parse, and a reading position that is behind the server's. It cuts texts and lists that are too long,
 * because the service would refuse all of the patch.
 */
export function sendablePatch(
  patch: PatchIntent,
  there: ServerVersion,
  hasNotes: boolean,
): PatchIntent {
  const {
    excerpt,
    note,
    title,
    siteName,
    authors,
    published,
    readProgress,
    readAnchor = '',
    ...set
  } = patch.set;
  const sendsPlace = !yieldsProgress(patch, there.readProgress);
  const removed = new Set(patch.removeLabels.map(labelKey));
  // The server's own spelling is removed. A label may be renamed to one that differs only in case.
  const otherSpellings = there.labels.filter(
    (label) => removed.has(keyOfAny(label)) && !patch.addLabels.includes(label),
  );
  const sendsAnchor = sendsPlace && patch.set.readAnchor !== undefined;
  const anchor = readAnchor.length <= MAX_READ_ANCHOR_LENGTH ? readAnchor : '';
  return {
    kind: 'patch',
    set: definedFields({
      ...set,
      title: cutText(title ?? '', MAX_TITLE_LENGTH) || undefined,
      siteName: cutText(siteName ?? '', MAX_SITE_NAME_LENGTH) || undefined,
      authors: authors?.slice(0, MAX_AUTHORS).map((one) => cutText(one, MAX_AUTHOR_LENGTH)),
      published: isInstant(published) ? published : undefined,
      note: hasNotes ? note && cutText(note, MAX_BOOKMARK_NOTE_LENGTH) : undefined,
      readProgress: sendsPlace ? readProgress : undefined,
      readAnchor: sendsAnchor ? anchor : undefined,
    }),
    base: patch.base,
    addLabels: patch.addLabels.filter(
      (label) => removed.has(labelKey(label)) || !isSpeltOtherwise(label, there),
    ),
    removeLabels: [...new Set([...patch.removeLabels, ...otherSpellings])],
  };
}

/**
 * Returns true if the server has the label in another case only. A server would store both, and no
 * device shows both.
 */
const isSpeltOtherwise = (label: string, { labels }: ServerVersion): boolean =>
  !labels.includes(label) && labels.some((one) => keyOfAny(one) === labelKey(label));

/** The server may have a label in a form that is not stored here: decomposed or longer. */
const keyOfAny = (label: string): string => labelKey(normalLabel(label) ?? label);

const isInstant = (published: string | null | undefined): published is string | null =>
  published === null || (published !== undefined && !Number.isNaN(Date.parse(published)));

/** Converts a patch to the body of a request. Unchanged fields are undefined. */
export function patchBody({ set, addLabels, removeLabels }: PatchIntent): PatchBody {
  const { excerpt, ...sent } = set;
  const { published } = sent;
  return {
    ...toWire(sent),
    ...(published && { published: formatInstant(Date.parse(published)) }),
    ...(addLabels.length > 0 && { add_labels: addLabels }),
    ...(removeLabels.length > 0 && { remove_labels: removeLabels }),
  };
}

/** Returns the values of the sent fields from the response. */
export function fieldsOfResponse(answer: BookmarkUpdated): Partial<ServerVersion> {
  return definedFields(pick(fromWire(answer), [...EDITABLE_FIELDS, 'labels']));
}
