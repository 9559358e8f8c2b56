import { expect } from 'vitest';
import type { AnnotationInfo, BookmarkInfo } from '../../../src/contract';
import type { RealServer } from './real-server';

/** What can be seen of a bookmark; null: it is not there. */
export type Seen = {
  readonly title: string;
  readonly isMarked: boolean;
  readonly labels: readonly string[];
  /** Of its annotations. */
  readonly notes: readonly string[];
} | null;

/** A bookmark of which a client believes something. */
export interface Believed {
  /** Of the request that made it. */
  readonly key: string;
  readonly number: number;
  /** null as long as no answer said it. */
  id: string | null;
  /** As the last answer left it. */
  known: Seen;
  /** As a request would have left it whose answer never came. */
  maybe: Seen | undefined;
}

export const sentenceOf = (n: number): string => `This sentence is number ${n} of all there are.`;

/** What saves bookmark `n`, with its page. */
export const createdFrom = (n: number) => ({
  url: `https://example.org/${n}`,
  title: `No. ${n}`,
  labels: [`label ${n % 5}`],
  html: `<html><body><article><h1>Page ${n}</h1><p>${sentenceOf(n)}</p></article></body></html>`,
});

/** What `server` shows of a bookmark now. */
export async function look(server: RealServer, token: string, id: string): Promise<Seen> {
  const answer = await server.send('GET', `/api/bookmarks/${id}`, { token });
  if (answer.status === 404) return null;
  expect(answer.status).toBe(200);
  const { title, is_marked, labels } = (await answer.json()) as BookmarkInfo;
  const path = `/api/bookmarks/${id}/annotations`;
  const annotations = await server.send('GET', path, { token });
  const notes = ((await annotations.json()) as AnnotationInfo[]).map(({ note }) => note).toSorted();
  return { title, isMarked: is_marked, labels, notes };
}
