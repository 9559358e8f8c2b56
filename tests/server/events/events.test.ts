import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEventListeners, MAX_STREAMS_OF_USER } from '../../../server/events/event-listeners';
import { streamEvents } from '../../../server/events/stream-events';
import type { UserRow } from '../../../server/storage';
import { formatInstant } from '../../../src/contract';
import { DAY_MS, HOUR_MS, unixMs } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { type OpenEvents, openEvents } from '../support/event-stream';
import { startServer, type TestServer } from '../support/test-server';

describeOnDatabases('the stream of events on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  let opened: OpenEvents[];
  beforeEach(async () => {
    t = await startServer(database);
    ada = await t.addUser();
    token = await t.tokenOf(ada);
    opened = [];
  });
  afterEach(async () => {
    for (const stream of opened) await stream.leave();
    await t.remove();
  });

  const open = async (options: Parameters<typeof openEvents>[1] = { token }) => {
    const stream = await openEvents(t, options);
    opened.push(stream);
    return stream;
  };
  const add = () => t.storage.bookmarks.create(ada.id, { url: 'https://example.org/' });

  it('sends changes and deletions when they are committed', async () => {
    await add();
    const events = await open();
    const { id, updated } = await add();
    const added = await events.next();
    expect(added).toEqual({
      id: expect.stringMatching(/^\d+$/),
      event: 'message',
      data: { id, time: formatInstant(updated), type: 'update' },
    });
    await t.storage.bookmarks.delete(ada.id, [id]);
    const gone = await events.next();
    expect(gone.data).toMatchObject({ id, type: 'delete' });
    expect(Number(gone.id)).toBeGreaterThan(Number(added.id));
  });

  it('sends nothing to other users', async () => {
    const eve = await t.tokenOf(await t.addUser('eve'));
    const hers = await open({ token: eve });
    await add();
    const bookmark = await t.storage.bookmarks.create(
      (await t.storage.users.findByLogin('eve'))!.id,
      {
        url: 'https://example.org/',
      },
    );
    expect((await hers.next()).data).toMatchObject({ id: bookmark.id });
  });

  it('continues after the last event of the client', async () => {
    const events = await open();
    const first = await add();
    const second = await add();
    const { id: last, data } = await events.next();
    expect(data).toMatchObject({ id: first.id });
    await events.leave();
    const again = await open({ token, headers: { 'last-event-id': last } });
    expect((await again.next()).data).toMatchObject({ id: second.id });
  });

  it('starts with the current id, so that no event before the first one is missed', async () => {
    await add();
    const events = await open();
    const missed = await add();
    const again = await open({ token, headers: { 'last-event-id': events.startedAt } });
    expect((await again.next()).data).toMatchObject({ id: missed.id });
  });

  it('sends a reset when the requested events were deleted', async () => {
    await add();
    const { startedAt } = await open();
    await add();
    t.advance(8 * DAY_MS);
    await add();
    await t.storage.events.prune(unixMs(t.server.now() - DAY_MS));
    const events = await open({ token, headers: { 'last-event-id': startedAt } });
    expect(await events.next()).toMatchObject({ event: 'reset', data: {} });
    const { id } = await add();
    expect((await events.next()).data).toMatchObject({ id });
  });

  it('ignores an invalid last event id', async () => {
    await add();
    const events = await open({ token, headers: { 'last-event-id': 'x'.repeat(100) } });
    const { id } = await add();
    expect((await events.next()).data).toMatchObject({ id });
  });

  it('ends when its user is disabled, before another event', async () => {
    const events = await open();
    await t.storage.users.update(ada.id, { isEnabled: false });
    expect(await events.rest()).toEqual([]);
  });

  it('ends when its token is revoked, before another event', async () => {
    const [row] = (await t.storage.tokens.list(ada.id, { limit: 1, offset: 0 })).rows;
    const events = await open();
    await t.storage.tokens.delete(ada.id, row!.id);
    expect(await events.rest()).toEqual([]);
  });

  it('ends when its token expires', async () => {
    const [row] = (await t.storage.tokens.list(ada.id, { limit: 1, offset: 0 })).rows;
    const events = await open();
    await t.storage.tokens.update(ada.id, row!.id, { expires: unixMs(t.server.now() + HOUR_MS) });
    await add();
    expect((await events.next()).data).toMatchObject({ type: 'update' });
    t.advance(2 * HOUR_MS);
    await add();
    expect(await events.rest()).toEqual([]);
  });

  it('ends the oldest stream when a user has too many', async () => {
    const oldest = await open();
    for (let n = 0; n < MAX_STREAMS_OF_USER; n++) await open();
    expect(await oldest.rest()).toEqual([]);
    const { id } = await add();
    expect((await opened.at(-1)!.next()).data).toMatchObject({ id });
    expect((await opened[1]!.next()).data).toMatchObject({ id });
  });

  it('ends when the server stops and does not start afterwards', async () => {
    const events = await open();
    t.stop();
    expect(await events.rest()).toEqual([]);
    expect(await (await open()).rest()).toEqual([]);
  });

  it('sends heartbeats while there are no events', async () => {
    const { events } = t.storage;
    const listener = createEventListeners(events, t.server.stopping).add(ada.id);
    const stream = { events, userId: ada.id, after: null, listener };
    const chunks = streamEvents({ ...stream, mayListen: async () => true, heartbeatMs: 1 });
    await chunks.next();
    expect(String((await chunks.next()).value)).toBe(':\n\n');
    expect(String((await chunks.next()).value)).toBe(':\n\n');
    await chunks.return(undefined);
    expect(listener.isOver).toBe(true);
  });

  it('sends changes of other processes', async () => {
    if (t.storage.kind !== 'postgres') return;
    const other = await t.anotherProcess();
    const events = await open();
    const { id } = await other.storage.bookmarks.create(ada.id, { url: 'https://example.org/' });
    expect((await events.next()).data).toMatchObject({ id });
  });
});
