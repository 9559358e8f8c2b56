import {
  type BookmarkUpdated,
  type bookmarkUpdate,
  type FormInput,
  formatInstant,
  MAX_READ_ANCHOR_LENGTH,
  MAX_SITE_NAME_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../contract';
import { labelKey, normalLabel } from '../../domain';
import type { PatchIntent, ServerVersion } from '../../library';
import { yieldsProgress } from '../merge/rebase-intents';

export type PatchBody = FormInput<typeof bookmarkUpdate>;

/**
 * Returns the part of a patch that can be sent. It omits fields that the service does not have (the
 * excerpt), does not accept empty (the site name) or cannot parse, and a reading position that is
 * behind the server's.
 */
export function sendablePatch(patch: PatchIntent, there: ServerVersion): PatchIntent {
  const { title, siteName, authors, published, isFavourite, isArchived } = patch.set;
  const { readProgress, readAnchor } = yieldsProgress(patch, there.readProgress) ? {} : patch.set;
  const removed = new Set(patch.removeLabels.map(labelKey));
  // The server's own spelling is removed. A label may be renamed to one that differs only in case.
  const otherSpellings = there.labels.filter(
    (label) => removed.has(keyOfAny(label)) && !patch.addLabels.includes(label),
  );
  const hasAnchor = readAnchor !== undefined && readAnchor.length <= MAX_READ_ANCHOR_LENGTH;
  return {
    kind: 'patch',
    set: definedFields({
      ...{ authors, isFavourite, isArchived, readProgress },
      title: title?.slice(0, MAX_TITLE_LENGTH),
      siteName: siteName?.slice(0, MAX_SITE_NAME_LENGTH) || undefined,
      published: isInstant(published) ? published : undefined,
      readAnchor: hasAnchor ? readAnchor : undefined,
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
  const { title, siteName, authors, published, isFavourite, isArchived } = set;
  const { readProgress, readAnchor } = set;
  return {
    ...{ title, site_name: siteName, authors },
    published: published && formatInstant(Date.parse(published)),
    ...{ is_marked: isFavourite, is_archived: isArchived },
    ...{ read_progress: readProgress, read_anchor: readAnchor },
    ...(addLabels.length > 0 && { add_labels: addLabels }),
    ...(removeLabels.length > 0 && { remove_labels: removeLabels }),
  };
}

/** Returns the values of the sent fields from the response. */
export function fieldsOfResponse(answer: BookmarkUpdated): Partial<ServerVersion> {
  const { title, site_name, authors, published, is_marked, is_archived } = answer;
  const { read_progress, read_anchor, labels } = answer;
  return definedFields({
    ...{ title, authors, published, labels, siteName: site_name },
    ...{ isFavourite: is_marked, isArchived: is_archived },
    ...{ readProgress: read_progress, readAnchor: read_anchor },
  });
}

type DefinedFields<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Removes undefined fields. */
const definedFields = <T extends object>(fields: T): DefinedFields<T> =>
  // These are the object's own fields.
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as DefinedFields<T>;
