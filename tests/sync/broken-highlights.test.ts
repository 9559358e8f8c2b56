import { expect, it } from 'vitest';
import { HOUR_MS } from '../../src/domain/time';
import { value } from '../library/library';
import { asReadeck } from './support/annotated-server';
import { instead, listed, round, saveOn, savePage, useDevices } from './support/highlighted-page';

const my = useDevices();
const OTHER_URL = 'https://two.example/';
const serverId = async () => (await my.world.bookmarks())[0]!.id;
const SELECTORS = {
  start_selector: 'section[1]/p[2]',
  start_offset: 20,
  end_selector: 'section[1]/p[2]',
  end_offset: 41,
};

it.each([
  ['their list', '/annotations', { kind: 'done' }],
  ['the list of collections', '/collections?', { kind: 'stopped', stop: { kind: 'offline' } }],
])('highlights arrive later when %s was cut off', async (_, path, outcome) => {
  await savePage(my);
  value(await my.world.client.highlights.create(await serverId(), { ...SELECTORS, color: 'red' }));
  value(await my.world.client.collections.create({ name: 'Ice', is_pinned: false }));
  my.world.advance(HOUR_MS);
  my.through = (fetch) => async (input, init) => {
    const request = new Request(input, init);
    const answer = await asReadeck(fetch)(request);
    if (!request.url.includes(path)) return answer;
    const text = await answer.text();
    return new Response(text.slice(0, text.length / 2), answer);
  };
  expect(await my.one.round()).toMatchObject(outcome);
  my.through = asReadeck;
  await round(my.world, my.one);
  expect(await listed(my.one)).toHaveLength(1);
  expect(await my.one.tables.collections.count()).toBe(1);
  const kinds = (await my.one.tables.journal.toArray()).map(({ kind }) => kind);
  expect(kinds).not.toContain('unreadable');
});

it('highlights arrive on all other pages when the connection breaks off at those of one page', async () => {
  await savePage(my);
  await saveOn(my.one, OTHER_URL);
  await round(my.world, my.one, my.one);
  const made = { ...SELECTORS, color: 'red' };
  for (const { id } of await my.world.bookmarks())
    value(await my.world.client.highlights.create(id, made));
  my.world.advance(HOUR_MS);
  const broken = `/${(await my.one.find(OTHER_URL))?.serverId}/annotations`;
  let requests = 0;
  my.through = (fetch) => async (input, init) => {
    const request = new Request(input, init);
    const answer = await asReadeck(fetch)(request);
    if (!request.url.includes(broken)) return answer;
    requests += 1;
    return new Response((await answer.text()).slice(0, 30), answer);
  };
  for (const expected of [2, 4]) {
    await round(my.world, my.one);
    expect(requests).toBe(expected);
  }
  expect([await listed(my.one), await listed(my.one, OTHER_URL)]).toMatchObject([[{}], []]);
  my.through = asReadeck;
  await round(my.world, my.one);
  expect(await listed(my.one, OTHER_URL)).toHaveLength(1);
});

it('highlights are asked for no more when the connection breaks off at three pages in a row', async () => {
  await savePage(my);
  for (const n of [2, 3, 4]) await saveOn(my.one, `${OTHER_URL}${n}`);
  await round(my.world, my.one, my.one);
  for (const { id } of await my.world.bookmarks())
    value(await my.world.client.bookmarks.update(id, { add_labels: ['x'] }));
  my.world.advance(HOUR_MS);
  let requests = 0;
  const breaking = instead('GET', async (fetch, request) => {
    requests += 1;
    return new Response('[', await fetch(request));
  });
  my.through = (fetch) => asReadeck(breaking(fetch));
  expect(await my.one.round()).toMatchObject({ kind: 'stopped', stop: { kind: 'offline' } });
  expect(requests).toBe(6);
  expect((await my.one.tables.shadows.toArray()).map(({ annotations }) => annotations)).toEqual(
    Array(4).fill('pending'),
  );
});
