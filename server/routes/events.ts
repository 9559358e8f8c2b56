import { events } from '../../src/contract';
import { stillHasPermissions } from '../account/authenticate';
import { createEventListeners } from '../events/event-listeners';
import { streamEvents } from '../events/stream-events';
import { beginStream } from '../http/body-stream';
import type { Handlers } from '../http/context';
import { faultFields } from '../ops/log';
import type { Server } from '../server';

/** Creates the handler for the stream of changes. */
export function eventsHandlers(server: Server): Handlers<typeof events> {
  const { storage, log, stopping } = server;
  const listeners = createEventListeners(storage.events, stopping);
  return {
    async stream(_, context) {
      const { caller, headers, id, extraHeaders } = context;
      const listener = listeners.add(caller.user.id);
      const chunks = streamEvents({
        events: storage.events,
        userId: caller.user.id,
        after: lastEventId(headers),
        listener,
        mayListen: () => stillHasPermissions(server, context, events.stream.access),
      });
      // Proxies must not buffer events.
      extraHeaders['X-Accel-Buffering'] = 'no';
      return {
        status: 200,
        type: 'text/event-stream',
        headers: { 'Cache-Control': 'no-store' },
        body: await beginStream(chunks, {
          client: String(caller.user.id),
          onFault: (fault) => log.error('event stream failed', { id, ...faultFields(fault) }),
          onLeave: () => listener.end(),
        }),
      };
    },
  };
}

/** Reads the id of the client's last event; null without a valid one. */
function lastEventId(headers: Headers): number | null {
  const id = headers.get('last-event-id') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}
