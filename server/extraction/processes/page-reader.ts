import type { SharedProcesses } from '../../processes/process-pool';
import type { Lane } from '../../processes/task-queue';
import type { Tasks } from '../reading/tasks';

/**
 * Does tasks in other processes: it reads pages, sanitises SVG images and works on stored articles.
 */
export type SharedReader = SharedProcesses<Tasks>;

/** The page reader of a server. */
export interface PageReader extends SharedReader {
  /**
   * Does the tasks of one user, who never gets all processes at once. The lane is the background by
   * default.
   */
  sharedBy(user: string, lane?: Lane): SharedReader;
  /** Ends all processes. */
  close(): Promise<void>;
}
