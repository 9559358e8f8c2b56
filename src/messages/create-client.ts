import type { BackgroundFailure } from '../domain/page-state';
import type { Result } from '../domain/result';
import type { ClientOf, MessageTable } from './message-table';

/** Sends a message by its name and returns the response. */
type Send = (name: string, request: object) => Promise<Result<unknown, BackgroundFailure>>;

/**
 * Returns an object with one function for each message of the table `T`. It needs the table's type
 * only, so no schema is loaded with it. The same name always gives the same function.
 */
export function createClient<T extends MessageTable<keyof T>>(send: Send): ClientOf<T> {
  const known: Record<string | symbol, unknown> = {};
  const client = new Proxy(known, {
    get(functions, name) {
      // `await` looks for `then` in every value that it gets.
      if (typeof name !== 'string' || name === 'then') return undefined;
      if (!Object.hasOwn(functions, name)) {
        functions[name] = (request: object = {}) => send(name, request);
      }
      return functions[name];
    },
  });
  // The names and types are those of the table, which the Proxy does not know.
  return client as ClientOf<T>;
}
