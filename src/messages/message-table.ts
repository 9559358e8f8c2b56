import * as z from 'zod/mini';
import type { BackgroundFailure } from '../domain/page-state';
import { err, type Result } from '../domain/result';
import type { HandlerFailure, Refusal } from './schemas';

interface Message {
  readonly request: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  readonly timeoutMs?: number;
}

/**
 * Messages by name, with functions that create the schemas of request and response. They are called for
 * each message, because the background mostly starts for one message and needs no schemas of others.
 */
export type MessageTable<Name extends PropertyKey = string> = Readonly<Record<Name, () => Message>>;

type RequestIn<T extends MessageTable<keyof T>, Name extends keyof T> = z.output<
  ReturnType<T[Name]>['request']
>;
type ResponseIn<T extends MessageTable<keyof T>, Name extends keyof T> = z.output<
  ReturnType<T[Name]>['response']
>;

/** The handler of each message of a table. */
export type HandlersOf<T extends MessageTable<keyof T>> = {
  readonly [Name in keyof T]: (
    request: RequestIn<T, Name>,
  ) => Promise<Result<ResponseIn<T, Name>, HandlerFailure>>;
};

/** The functions that send the messages of a table. One without fields has no argument. */
export type ClientOf<T extends MessageTable<keyof T>> = {
  readonly [Name in keyof T]: (
    ...request: string extends keyof RequestIn<T, Name> ? [] : [RequestIn<T, Name>]
  ) => Promise<Result<ResponseIn<T, Name>, BackgroundFailure>>;
};

/** The format of a message. */
export const Envelope = z.strictObject({ name: z.string(), request: z.unknown() });

export type Reply = Result<unknown, HandlerFailure | Refusal>;

/** Answers a message of `table` by its handler, or refuses it if its name is not in the table. */
export async function answerMessage<T extends MessageTable<keyof T>>(
  table: T,
  handlers: HandlersOf<T>,
  name: string,
  request: unknown,
): Promise<Reply> {
  if (!isNameIn(table, name)) return refuse('unknown-message');
  const parsed = table[name]().request.safeParse(request);
  if (!parsed.success) return refuse('malformed');
  try {
    // The schema of this name parsed it, which the compiler cannot follow.
    return await handlers[name](parsed.data as RequestIn<T, typeof name>);
  } catch (error) {
    return failed(name, error);
  }
}

/** The reply for an unexpected exception. */
function failed(name: string, error: unknown): Reply {
  console.error(`${name} failed`, error);
  return err({ kind: 'failed', detail: String(error).slice(0, 500) });
}

const isNameIn = <T extends MessageTable<keyof T>>(
  table: T,
  name: string,
): name is string & keyof T => Object.hasOwn(table, name);

export const refuse = (reason: Refusal['reason']): Reply => err({ kind: 'refused', reason });
