import { expect } from 'vitest';
import type { BookmarkInfo } from '../../../src/contract';
import {
  type BookmarkState,
  createRequest,
  type ExpectedBookmark,
  sentenceOf,
} from './expected-bookmark';
import type { RealServer } from './real-server';

type ExistingState = NonNullable<BookmarkState>;

/** A change: its request, the status of a successful response, and the state that it makes. */
interface Change {
  readonly method: 'PATCH' | 'POST' | 'DELETE';
  readonly path: string;
  readonly json?: object;
  readonly status: number;
  readonly after: BookmarkState;
}

/** A source of consecutive and of random numbers. */
export interface Numbers {
  next(): number;
  /** Returns a random number from 0 to below `below`, from the seed. */
  random(below: number): number;
}

/**
 * Creates and changes bookmarks, one at a time, until the server is gone. Adds each bookmark with
 * its expected state to `all`, and calls `onDone` after each response.
 */
export async function writeUntilKilled(
  server: RealServer,
  token: string,
  all: ExpectedBookmark[],
  numbers: Numbers,
  onDone: () => void,
): Promise<void> {
  const own: ExpectedBookmark[] = [];
  try {
    for (;;) {
      const living = own.filter(({ known }) => known !== null);
      const old = living[numbers.random(2 * living.length + 1)];
      if (old) await change(server, token, old, numbers);
      else own.push(await create(server, token, all, numbers.next()));
      onDone();
    }
  } catch (failure) {
    // The connection breaks when the server is killed. Any other error fails the test.
    if (!(failure instanceof TypeError)) throw failure;
  }
}

async function create(
  server: RealServer,
  token: string,
  all: ExpectedBookmark[],
  number: number,
): Promise<ExpectedBookmark> {
  const { title, labels } = createRequest(number);
  const made: ExpectedBookmark = {
    key: `key-${number}`,
    number,
    id: null,
    known: null,
    maybe: { title, labels, isMarked: false, notes: [] },
  };
  all.push(made);
  made.id = await sendCreate(server, token, made);
  settle(made);
  return made;
}

/** Sends the create request of a bookmark, which the server may know already. Returns the id. */
export async function sendCreate(
  server: RealServer,
  token: string,
  { number, key }: ExpectedBookmark,
): Promise<string> {
  const headers = { 'Idempotency-Key': key };
  const json = createRequest(number);
  const answer = await server.send('POST', '/api/bookmarks', { token, json, headers });
  expect(answer.status, faultsOf(server)).toBe(202);
  return answer.headers.get('Bookmark-Id') ?? '';
}

async function change(
  server: RealServer,
  token: string,
  expected: ExpectedBookmark,
  numbers: Numbers,
): Promise<void> {
  const wanted = await chooseChange(server, token, expected, numbers);
  expected.maybe = wanted.after;
  const { method, path, json, status } = wanted;
  const answer = await server.send(method, path, { token, ...(json && { json }) });
  expect(answer.status, faultsOf(server)).toBe(status);
  await answer.text();
  settle(expected);
}

async function chooseChange(
  server: RealServer,
  token: string,
  { id, known, number }: ExpectedBookmark,
  numbers: Numbers,
): Promise<Change> {
  const path = `/api/bookmarks/${id}`;
  const before = known as ExistingState;
  const patch = (json: object, after: Partial<ExistingState>): Change => ({
    method: 'PATCH',
    path,
    json,
    status: 200,
    after: { ...before, ...after },
  });
  const next = numbers.next();
  switch (numbers.random(5)) {
    case 0:
      return patch({ title: `Title ${next}` }, { title: `Title ${next}` });
    case 1:
      return patch({ is_marked: !before.isMarked }, { isMarked: !before.isMarked });
    case 2: {
      const labels = [...before.labels, `more ${next}`].toSorted();
      return patch({ add_labels: [`more ${next}`] }, { labels });
    }
    case 3:
      return { method: 'DELETE', path, status: 204, after: null };
    default: {
      const answer = await server.send('GET', path, { token });
      const { has_article } = (await answer.json()) as BookmarkInfo;
      if (!has_article) return patch({ title: `Title ${next}` }, { title: `Title ${next}` });
      const note = `note ${next}`;
      return {
        method: 'POST',
        path: `${path}/annotations`,
        json: annotationOf(number, note),
        status: 201,
        after: { ...before, notes: [...before.notes, note].toSorted() },
      };
    }
  }
}

/** Returns an annotation that the server places by its quote. */
const annotationOf = (number: number, note: string) => ({
  start_selector: 'section[1]',
  start_offset: 0,
  end_selector: 'section[1]',
  end_offset: 0,
  color: 'yellow',
  note,
  quote: { exact: sentenceOf(number), prefix: '', suffix: '' },
});

/** Returns the errors that the server logged. */
const faultsOf = ({ logged }: RealServer): string =>
  JSON.stringify(logged.filter(({ level }) => level === 'error'));

function settle(expected: ExpectedBookmark): void {
  if (expected.maybe !== undefined) expected.known = expected.maybe;
  expected.maybe = undefined;
}
