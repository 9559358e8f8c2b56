/** The kinds of tasks that a program does, each with its input and output, which are plain data. */
export type TaskKinds<T> = {
  readonly [K in keyof T]: { readonly input: unknown; readonly output: unknown };
};

export type Task<T extends TaskKinds<T>> = {
  readonly [K in keyof T]: { readonly kind: K; readonly input: T[K]['input'] };
}[keyof T];

/** A message to a process. It sends no reply when the task takes longer than `timeoutMs`. */
export interface TaskRequest<T extends TaskKinds<T>> {
  readonly task: Task<T>;
  readonly timeoutMs: number;
}

/** A message from a process. `fault` is the text of the exception when the task failed. */
export type Reply<T extends TaskKinds<T>> =
  | { readonly ok: true; readonly value: T[keyof T]['output'] }
  | { readonly ok: false; readonly fault: string };

/** The reason why a process did not do a task. */
export type TaskError =
  /** Another attempt would fail in the same way. */
  | { readonly kind: 'took-too-long' | 'took-too-much-memory' }
  /** `fault` is a message for the log. */
  | { readonly kind: 'broke'; readonly fault: string };
