import { expect } from 'vitest';
import type { BookmarkInfo } from '../../../src/contract';
import { type Believed, createdFrom, type Seen, sentenceOf } from './believed';
import type { RealServer } from './real-server';

type There = NonNullable<Seen>;

/** A change: its request, the status that says it is done, and what it makes of the bookmark. */
interface Change {
  readonly method: 'PATCH' | 'POST' | 'DELETE';
  readonly path: string;
  readonly json?: object;
  readonly status: number;
  readonly after: Seen;
}

/** Where the next of something is taken from. */
export interface Numbers {
  next(): number;
  /** A number from 0 to `below`, by the seed. */
  random(below: number): number;
}

/**
 * Makes and changes bookmarks, one change at a time, until the server is gone. What it believes is
 * in `all`; `onDone` is told of each answer.
 */
export async function beRestless(
  server: RealServer,
  token: string,
  all: Believed[],
  numbers: Numbers,
  onDone: () => void,
): Promise<void> {
  const own: Believed[] = [];
  try {
    for (;;) {
      const living = own.filter(({ known }) => known !== null);
      const old = living[numbers.random(2 * living.length + 1)];
      if (old) await change(server, token, old, numbers);
      else own.push(await create(server, token, all, numbers.next()));
      onDone();
    }
  } catch (failure) {
    // The line is cut when the server is killed; anything else is for the test to know.
    if (!(failure instanceof TypeError)) throw failure;
  }
}

async function create(
  server: RealServer,
  token: string,
  all: Believed[],
  number: number,
): Promise<Believed> {
  const { title, labels } = createdFrom(number);
  const made: Believed = {
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

/** Saves what `believed` stands for, or finds that it is saved; its id. */
export async function sendCreate(
  server: RealServer,
  token: string,
  { number, key }: Believed,
): Promise<string> {
  const headers = { 'Idempotency-Key': key };
  const json = createdFrom(number);
  const answer = await server.send('POST', '/api/bookmarks', { token, json, headers });
  expect(answer.status, faultsOf(server)).toBe(202);
  return answer.headers.get('Bookmark-Id') ?? '';
}

async function change(
  server: RealServer,
  token: string,
  believed: Believed,
  numbers: Numbers,
): Promise<void> {
  const wanted = await chooseChange(server, token, believed, numbers);
  believed.maybe = wanted.after;
  const { method, path, json, status } = wanted;
  const answer = await server.send(method, path, { token, ...(json && { json }) });
  expect(answer.status, faultsOf(server)).toBe(status);
  await answer.text();
  settle(believed);
}

async function chooseChange(
  server: RealServer,
  token: string,
  { id, known, number }: Believed,
  numbers: Numbers,
): Promise<Change> {
  const path = `/api/bookmarks/${id}`;
  const before = known as There; // Only of what is there.
  const patch = (json: object, after: Partial<There>): Change => ({
    ...{ method: 'PATCH', path, json, status: 200 },
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

/** Found by its quote, wherever the sentence stands. */
const annotationOf = (number: number, note: string) => ({
  start_selector: 'section[1]',
  start_offset: 0,
  end_selector: 'section[1]',
  end_offset: 0,
  color: 'yellow',
  note,
  quote: { exact: sentenceOf(number), prefix: '', suffix: '' },
});

/** What a server says of its faults. */
const faultsOf = ({ logged }: RealServer): string =>
  JSON.stringify(logged.filter(({ level }) => level === 'error'));

function settle(believed: Believed): void {
  if (believed.maybe !== undefined) believed.known = believed.maybe;
  believed.maybe = undefined;
}
