import type { SvgImage } from '../../../src/capture';
import type { ArticleTasks } from '../../articles/article-tasks';
import type { PageReading, PageSource } from './page-reading';

/** What a process that reads can be given, and what it gives back. */
export interface Tasks extends ArticleTasks {
  readonly page: { readonly given: PageSource; readonly gives: PageReading };
  /** A drawing; null when nothing harmless is left of it. */
  readonly svg: { readonly given: string; readonly gives: SvgImage | null };
}

export type Task = {
  readonly [K in keyof Tasks]: { readonly kind: K; readonly given: Tasks[K]['given'] };
}[keyof Tasks];

/** What it is told; it gives no reply to what takes longer. */
export interface Told {
  readonly task: Task;
  readonly timeoutMs: number;
}

/** The message of the fault when the task could not be done. */
export type Reply =
  | { readonly ok: true; readonly value: Tasks[keyof Tasks]['gives'] }
  | { readonly ok: false; readonly fault: string };
