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
 * What of a patch a server can be told. Left out is what the service has no field for (the excerpt),
 * takes no empty value of (the site's name) or cannot read, and a place in the text where somebody
 * has read further on.
 */
export function tellable(patch: PatchIntent, there: ServerVersion): PatchIntent {
  const { title, siteName, authors, published, isFavourite, isArchived } = patch.set;
  const { readProgress, readAnchor } = yieldsProgress(patch, there.readProgress) ? {} : patch.set;
  const removed = new Set(patch.removeLabels.map(labelKey));
  // As it is written there: a label may be renamed to one that differs in case only.
  const otherSpellings = there.labels.filter(
    (label) => removed.has(keyOfAny(label)) && !patch.addLabels.includes(label),
  );
  const hasAnchor = readAnchor !== undefined && readAnchor.length <= MAX_READ_ANCHOR_LENGTH;
  return {
    kind: 'patch',
    set: given({
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

/** Whether it is there in other letters alone: a server would have both, and no device shows both. */
const isSpeltOtherwise = (label: string, { labels }: ServerVersion): boolean =>
  !labels.includes(label) && labels.some((one) => keyOfAny(one) === labelKey(label));

/** The server may have a label in a form that is not kept here: decomposed, or longer. */
const keyOfAny = (label: string): string => labelKey(normalLabel(label) ?? label);

const isInstant = (published: string | null | undefined): published is string | null =>
  published === null || (published !== undefined && !Number.isNaN(Date.parse(published)));

/** A patch that can be told, in the words of the service; what it leaves as it is, is undefined. */
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

/** What the answer says of the fields that were sent. */
export function answeredFields(answer: BookmarkUpdated): Partial<ServerVersion> {
  const { title, site_name, authors, published, is_marked, is_archived } = answer;
  const { read_progress, read_anchor, labels } = answer;
  return given({
    ...{ title, authors, published, labels, siteName: site_name },
    ...{ isFavourite: is_marked, isArchived: is_archived },
    ...{ readProgress: read_progress, readAnchor: read_anchor },
  });
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields without those that are undefined. */
const given = <T extends object>(fields: T): Given<T> =>
  // What is left are its own fields, each with its own value.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
