import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS, SECOND_MS } from '../src/domain/time';
import type { ArticleTasks } from './articles/do-article-task';
import type { PageTasks } from './extraction/reading/page-tasks';
import type { GroupLimits, GroupsOf } from './processes/process-pool';
import { SEARCH_MS } from './storage';
import type { IndexTasks } from './storage/search/index-apart';
import type { SearchTasks } from './storage/sqlite/search-apart';
import type { ImportTasks } from './transfer/import/import-apart';
import { PARALLEL_IMPORTS } from './transfer/import/import-job';

/** Every task that a process does for the server (`do-tasks.ts`). */
export interface Tasks extends PageTasks, ArticleTasks, SearchTasks, IndexTasks, ImportTasks {}

/** The build of `task-program.ts`, next to the server's own program (scripts/server/build.mjs). */
export const TASK_PROGRAM = join(import.meta.dirname, 'tasks.js');

/** With two processes, one is always free for another user. */
const MIN_READERS = 2;
/** Each process may use `memoryMb`. */
const MAX_READERS = 3;

/** Pages and articles. */
const READING: GroupLimits = {
  // One core is left for the server, although it has a higher priority.
  size: Math.max(MIN_READERS, Math.min(MAX_READERS, availableParallelism() - 1)),
  // For interactive tasks.
  reserved: 1,
  timeoutMs: 30 * SECOND_MS,
  memoryMb: 384,
  hasLowPriority: true,
  // A new one takes three times as long for its first twenty pages.
  tasksPerProcess: 1000,
  idleMs: MINUTE_MS,
};

const SEARCHING: GroupLimits = {
  // Slow searches of one user leave a process to the others.
  size: 2,
  reserved: 0,
  timeoutMs: SEARCH_MS,
  memoryMb: 256,
  hasLowPriority: false,
  tasksPerProcess: Number.POSITIVE_INFINITY,
  idleMs: 10 * MINUTE_MS,
};

const INDEXING: GroupLimits = {
  // Both databases let only one process write the words of a bookmark.
  size: 1,
  reserved: 0,
  timeoutMs: MINUTE_MS,
  memoryMb: 384,
  hasLowPriority: true,
  tasksPerProcess: Number.POSITIVE_INFINITY,
  idleMs: MINUTE_MS,
};

/** Files of other programs, one after another. */
const IMPORTING: GroupLimits = {
  size: 1,
  reserved: 0,
  timeoutMs: 5 * MINUTE_MS,
  memoryMb: 1024,
  hasLowPriority: true,
  // The memory of a file is freed with its process.
  tasksPerProcess: 1,
  idleMs: MINUTE_MS,
};

/** Reading an account may take days. The time is limited for each answer of its service. */
const IMPORTING_ACCOUNTS: GroupLimits = {
  ...IMPORTING,
  size: PARALLEL_IMPORTS,
  isTimedByAnswer: true,
};

/** The group of processes that does each task. */
export const TASKS: GroupsOf<Tasks> = {
  page: READING,
  svg: READING,
  render: READING,
  markup: READING,
  markdown: READING,
  chapter: READING,
  htmlPage: READING,
  annotate: READING,
  findMoves: READING,
  search: SEARCHING,
  index: INDEXING,
  importFile: IMPORTING,
  importAccount: IMPORTING_ACCOUNTS,
};
