import { expect } from 'vitest';
import type { AnnotationInfo, BookmarkInfo } from '../../../src/contract';
import type { RealServer } from './real-server';

/** The fields of a bookmark that a client can see. Null if it does not exist. */
export type BookmarkState = {
  readonly title: string;
  readonly isMarked: boolean;
  readonly labels: readonly string[];
  /** The notes of its annotations, sorted. */
  readonly notes: readonly string[];
} | null;

/** A bookmark as a client expects it from the responses of the server. */
export interface ExpectedBookmark {
  /** The idempotency key of its create request. */
  readonly key: string;
  readonly number: number;
  /** Null until a response has it. */
  id: string | null;
  /** The state after the last response. */
  known: BookmarkState;
  /** The state after a request without a response. Undefined if every request had one. */
  maybe: BookmarkState | undefined;
}

export const sentenceOf = (n: number): string => `This sentence is number ${n} of all there are.`;

/** Returns the body of the request that creates bookmark `n` with its page. */
export const createRequest = (n: number) => ({
  url: `https://example.org/${n}`,
  title: `No. ${n}`,
  labels: [`label ${n % 5}`],
  html: `<html><body><article><h1>Page ${n}</h1><p>${sentenceOf(n)}</p></article></body></html>`,
});

/** Reads a bookmark from `server`. */
export async function readBookmark(
  server: RealServer,
  token: string,
  id: string,
): Promise<BookmarkState> {
  const answer = await server.send('GET', `/api/bookmarks/${id}`, { token });
  if (answer.status === 404) return null;
  expect(answer.status).toBe(200);
  const { title, is_marked, labels } = (await answer.json()) as BookmarkInfo;
  const path = `/api/bookmarks/${id}/annotations`;
  const annotations = await server.send('GET', path, { token });
  const notes = ((await annotations.json()) as AnnotationInfo[]).map(({ note }) => note).toSorted();
  return { title, isMarked: is_marked, labels, notes };
}
