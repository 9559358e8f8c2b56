import type { ImportRow, UserId } from '../../storage';

export const IMPORT_KIND = 'import';

/** Imports that one server runs in parallel. Each is of another user, because one can take days. */
export const PARALLEL_IMPORTS = 4;

/** The payload of an import job. */
export type ImportJob = {
  /** The track id. */
  readonly id: string;
  readonly user: UserId;
};

/** Services whose accounts can be imported. All other sources are files. */
export const SERVICE_SOURCES = ['omnivore', 'wallabag'] as const;
export type ServiceSource = (typeof SERVICE_SOURCES)[number];

/** The options of an import, which apply to all of its bookmarks (spec 2.19). */
export type ImportChoices = {
  readonly label: string;
  readonly ignoresDuplicates: boolean;
  readonly isArchived: boolean;
  readonly isRead: boolean;
};

/** Only `start-import.ts` writes `options`, as `ImportChoices`. */
export const choicesOf = ({ options }: ImportRow): ImportChoices => options as ImportChoices;
