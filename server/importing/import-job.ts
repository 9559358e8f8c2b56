import type { ImportRow, UserId } from '../storage';

export const IMPORT_KIND = 'import';

/** What a job of this kind says. */
export type ImportJob = {
  /** The track id. */
  readonly id: string;
  readonly user: UserId;
};

/** Accounts that are read; all other sources are files. */
export const SERVICE_SOURCES = ['omnivore', 'wallabag'] as const;
export type ServiceSource = (typeof SERVICE_SOURCES)[number];

/** What a person chose for all bookmarks of an import (spec 2.19). */
export type KeptChoices = {
  readonly label: string;
  readonly ignoresDuplicates: boolean;
  readonly isArchived: boolean;
  readonly isRead: boolean;
};

/** `options` as `start-import.ts`, which alone writes them, was given them. */
export const choicesOf = ({ options }: ImportRow): KeptChoices => options as KeptChoices;
