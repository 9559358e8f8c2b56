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
    set: {
      ...(title !== undefined && { title: title.slice(0, MAX_TITLE_LENGTH) }),
      ...(siteName && { siteName: siteName.slice(0, MAX_SITE_NAME_LENGTH) }),
      ...(authors !== undefined && { authors }),
      ...(isInstant(published) && { published }),
      ...(isFavourite !== undefined && { isFavourite }),
      ...(isArchived !== undefined && { isArchived }),
      ...(readProgress !== undefined && { readProgress }),
      ...(hasAnchor && { readAnchor }),
    },
    base: patch.base,
    addLabels: patch.addLabels,
    removeLabels: [...new Set([...patch.removeLabels, ...otherSpellings])],
  };
}

/** The server may have a label in a form that is not kept here: decomposed, or longer. */
const keyOfAny = (label: string): string => labelKey(normalLabel(label) ?? label);

const isInstant = (published: string | null | undefined): published is string | null =>
  published === null || (published !== undefined && !Number.isNaN(Date.parse(published)));

/** A patch that can be told, in the words of the service. */
export function patchBody({ set, addLabels, removeLabels }: PatchIntent): PatchBody {
  const { title, siteName, authors, published, isFavourite, isArchived } = set;
  const { readProgress, readAnchor } = set;
  return {
    ...(title !== undefined && { title }),
    ...(siteName !== undefined && { site_name: siteName }),
    ...(authors !== undefined && { authors }),
    ...(published !== undefined && {
      published: published && formatInstant(Date.parse(published)),
    }),
    ...(isFavourite !== undefined && { is_marked: isFavourite }),
    ...(isArchived !== undefined && { is_archived: isArchived }),
    ...(readProgress !== undefined && { read_progress: readProgress }),
    ...(readAnchor !== undefined && { read_anchor: readAnchor }),
    ...(addLabels.length > 0 && { add_labels: addLabels }),
    ...(removeLabels.length > 0 && { remove_labels: removeLabels }),
  };
}

/** What the answer says of the fields that were sent. */
export function answeredFields(answer: BookmarkUpdated): Partial<ServerVersion> {
  const { title, site_name, authors, published, is_marked, is_archived } = answer;
  const { read_progress, read_anchor, labels } = answer;
  return {
    ...(title !== undefined && { title }),
    ...(site_name !== undefined && { siteName: site_name }),
    ...(authors !== undefined && { authors }),
    ...(published !== undefined && { published }),
    ...(is_marked !== undefined && { isFavourite: is_marked }),
    ...(is_archived !== undefined && { isArchived: is_archived }),
    ...(read_progress !== undefined && { readProgress: read_progress }),
    ...(read_anchor !== undefined && { readAnchor: read_anchor }),
    ...(labels !== undefined && { labels }),
  };
}
