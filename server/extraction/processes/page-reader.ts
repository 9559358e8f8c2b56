import type { Result } from '../../../src/domain';
import type { Lane, TaskError } from '../../articles/article-work';
import type { Tasks } from '../reading/tasks';

/**
 * Does tasks in other processes: it reads pages, sanitises SVG images and works on stored articles.
 * A task that fails is a value.
 */
export interface SharedReader {
  /** Rejects only with the reason of `signal`. */
  run<K extends keyof Tasks>(
    kind: K,
    input: Tasks[K]['input'],
    signal?: AbortSignal,
  ): Promise<Result<Tasks[K]['output'], TaskError>>;
}

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
