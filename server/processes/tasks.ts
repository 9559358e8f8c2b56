// The protocol between the server (task-process.ts) and a process that does its tasks (answer-tasks.ts).

/** The types of one kind of task. Its input and output are plain data. */
export interface TaskKind<Input, Output, Help extends object = object> {
  readonly input: Input;
  readonly output: Output;
  /** Functions of at most one value, which the server does for the process during the task. */
  readonly help: Help;
}

/** The kinds of tasks by their names. */
export type TaskKinds<T> = { readonly [K in keyof T]: TaskKind<unknown, unknown> };

/** The functions that do the tasks. An exception fails the task and not the process. */
export type WorkOf<T extends TaskKinds<T>> = {
  readonly [K in keyof T]: (input: T[K]['input'], help: T[K]['help']) => Promise<T[K]['output']>;
};

/** A message to a process. The answer is for its last question. */
export type ToProcess =
  | {
      readonly kind: 'task';
      readonly name: string;
      readonly input: unknown;
      readonly timeoutMs: number;
    }
  | { readonly kind: 'answer'; readonly value: unknown };

/** A message from a process: questions to the server's `help`, one at a time, and then the end. */
export type FromProcess =
  | { readonly kind: 'question'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'done'; readonly value: unknown }
  /** `fault` is the text of the exception. */
  | { readonly kind: 'failed'; readonly fault: string };

/** The reason why a process did not do a task. */
export type TaskError =
  /** Another attempt would fail in the same way. */
  | { readonly kind: 'took-too-long' | 'took-too-much-memory' }
  /** `fault` is a message for the log. */
  | { readonly kind: 'broke'; readonly fault: string };
