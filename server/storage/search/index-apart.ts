import type { Processes } from '../../processes/process-pool';
import type { TaskKind } from '../../processes/tasks';
import type { Session } from '../database/session';
import type { UserId } from '../schema/ids';

/** The tasks of the process that indexes bookmarks with long texts. */
export interface IndexTasks {
  /**
   * Does `SearchRepository.indexSome`, a batch at a time: splitting a text into words and writing them
   * takes up to a second, in which the server could answer nothing. `database` is the same in each task.
   */
  readonly index: TaskKind<{ readonly database: string; readonly userId: UserId | null }, number>;
}

/** Indexes in `processes`. The result is null when the process failed. */
export const indexIn =
  (processes: Processes<IndexTasks>, database: string): NonNullable<Session['indexElsewhere']> =>
  async (userId) => {
    // A person waits for the words of one user.
    const shared = userId === null ? processes : processes.sharedBy(String(userId), 'interactive');
    const done = await shared.run('index', { database, userId });
    return done.ok ? done.value : null;
  };
