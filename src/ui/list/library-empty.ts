import { VIEWS } from '../../domain';
import type { Counts } from '../../library/repository';

/** Whether no view holds a bookmark, the trash neither. */
export const isLibraryEmpty = (counts: Counts): boolean =>
  VIEWS.every((view) => counts[view] === 0);
