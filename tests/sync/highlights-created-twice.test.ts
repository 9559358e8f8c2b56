import { expect, it } from 'vitest';
import type { AnnotationInfo } from '../../src/contract';
import { value } from '../library/library';
import {
  add,
  editFirst,
  instead,
  listed,
  round,
  savePage,
  there,
  useDevices,
  waitingOn,
  withoutAnswer,
} from './support/highlighted-page';
import type { Fetch } from './support/world';

const my = useDevices();

/** Lets each create of `one` arrive twice. The answer is that with the smaller id, as chance may have it. */
const twice: (fetch: Fetch) => Fetch = instead('POST', async (fetch, request) => {
  await fetch(request.clone());
  const answer = await fetch(request);
  const [first] = (await there(my.world)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return Response.json(first, { status: 201, headers: answer.headers });
});

async function expectOne(look: Partial<AnnotationInfo>): Promise<void> {
  await round(my.world, my.one, my.other, my.one, my.other);
  expect(await there(my.world)).toMatchObject([look]);
  for (const device of [my.one, my.other]) {
    expect(await listed(device)).toMatchObject([look]);
    expect(await waitingOn(device)).toBe(0);
  }
}

/** Lets `one` send its highlight twice, after both devices have the page. */
async function sendTwice(): Promise<string> {
  await savePage(my);
  await round(my.world, my.other);
  await add(my.one);
  my.through = twice;
  await my.one.round();
  my.through = (fetch) => fetch;
  const [first, ...more] = (await there(my.world)).map(({ id }) => id).toSorted();
  expect(more).toHaveLength(1);
  return first!;
}

it('is one highlight after another device has joined the first of two creates with its own', async () => {
  await savePage(my);
  await round(my.world, my.other);
  await add(my.other, undefined, { note: 'mine' });
  await add(my.one);
  my.through = twice;
  await my.one.round();
  my.through = (fetch) => fetch;
  await round(my.world, my.other);
  await expectOne({ note: 'mine' });
});

it('is one highlight after somebody has edited the first of two creates', async () => {
  const id = await sendTwice();
  const [bookmark] = await my.world.bookmarks();
  const look = { color: 'red', note: 'mine' };
  value(await my.world.client.highlights.update(bookmark!.id, id, look));
  await expectOne(look);
});

it('keeps a note that another device has added to a create without an answer', async () => {
  await savePage(my);
  await round(my.world, my.other);
  await add(my.one);
  my.through = withoutAnswer('POST');
  await my.one.round();
  my.through = (fetch) => fetch;
  await round(my.world, my.other);
  await editFirst(my.other, { note: 'mine' });
  await round(my.world, my.other);
  await expectOne({ note: 'mine' });
});
