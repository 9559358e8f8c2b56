import type { ImportedEntry } from './imported';

/** What a person chooses for all bookmarks of an import (spec 2.19). */
export interface ImportChoices {
  /** Given to each; empty for none. */
  readonly label: string;
  readonly isArchived: boolean;
  readonly isRead: boolean;
}

/** A bookmark with what was chosen for all; what is archived counts as read. */
export function applyChoices(entry: ImportedEntry, choices: ImportChoices): ImportedEntry {
  const isArchived = entry.isArchived || choices.isArchived;
  const labels = new Set([...entry.labels, ...(choices.label === '' ? [] : [choices.label])]);
  return {
    ...entry,
    labels: [...labels],
    isArchived,
    readProgress: isArchived || choices.isRead ? 100 : entry.readProgress,
  };
}
