import type { UserId } from '../ids';

/** A label and how many bookmarks have it. */
export interface LabelCount {
  readonly name: string;
  readonly count: number;
}

/** Labels are what bookmarks say of themselves; each change moves the bookmarks' `updated`. */
export interface LabelRepository {
  /** In the order of `sortedLabels`. */
  list(userId: UserId): Promise<readonly LabelCount[]>;
  /** By its exact name; null when no bookmark has it. */
  find(userId: UserId, name: string): Promise<LabelCount | null>;
  /** Renames it, or joins it to the one that has the name already; how many bookmarks had it. */
  rename(userId: UserId, name: string, to: string): Promise<number>;
  /** Takes it off all bookmarks; how many had it. */
  delete(userId: UserId, name: string): Promise<number>;
}
