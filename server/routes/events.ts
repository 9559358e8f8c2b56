import { events } from '../../src/contract';
import { mayStill } from '../auth/caller';
import { createListeners } from '../events/listeners';
import { streamEvents } from '../events/stream-events';
import { beginStream } from '../http/begin-stream';
import type { Handlers } from '../http/context';
import { faultFields } from '../ops/log';
import type { Server } from '../server';

/** Changes as they happen. */
export function eventsHandlers(server: Server): Handlers<typeof events> {
  const { storage, log, stopping } = server;
  const listeners = createListeners(storage.events, stopping);
  return {
    async stream(_, context) {
      const { caller, headers, id, extraHeaders } = context;
      const listener = listeners.add(caller.user.id);
      const chunks = streamEvents({
        events: storage.events,
        userId: caller.user.id,
        after: lastEventId(headers),
        listener,
        mayListen: () => mayStill(server, context, events.stream.access),
      });
      // Proxies would keep events until there are enough of them.
      extraHeaders['X-Accel-Buffering'] = 'no';
      return {
        status: 200,
        type: 'text/event-stream',
        headers: { 'Cache-Control': 'no-store' },
        body: await beginStream(chunks, {
          onFault: (fault) => log.error('events broke off', { id, ...faultFields(fault) }),
          onLeave: () => listener.end(),
        }),
      };
    },
  };
}

/** The event that the client had last; null when it says none, or none of ours. */
function lastEventId(headers: Headers): number | null {
  const id = headers.get('last-event-id') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}
