import { figuresOf } from '../figure';
import type { Child } from './child';
import type { Library } from './database';

/** The measured server and its references. */
export interface Sides {
  readonly floor: Child;
  /** Hono with one statement per route. */
  readonly bare: Child;
  readonly leafmark: Child;
  readonly library: Library;
  /** Number of bookmarks in the library. */
  readonly size: number;
  readonly runs: number;
}

/** The headers of an app's requests. */
export const headersOf = ({ token }: Library): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
  accept: 'application/json',
});

export const { value, ratio } = figuresOf('server');
