import * as z from 'zod/mini';
import { ok } from '../../domain/result';
import { highlightRepository } from '../../library';
import { answerMessage, Envelope, type HandlersOf, refuse } from '../../messages/message-table';
import { FRAME_MESSAGES, type FrameHighlights } from '../../messages/page-messages';
import { text } from '../../messages/schemas';
import type { AnswerPage } from '../messages/serve-messages';
import type { FrameSessions } from './frame-sessions';
import { type HighlightAccess, highlightsAt } from './own-highlights';

const FrameEnvelope = z.strictObject({ ...Envelope.shape, token: text(64) });

interface Dependencies extends HighlightAccess {
  readonly sessions: Pick<FrameSessions, 'addressFor'>;
}

/** Answers the frame that the script in the page of its tab has opened, and refuses any other. */
export function createFrameRequests(dependencies: Dependencies): AnswerPage {
  return async (message, { tab, frameId, documentId }) => {
    const envelope = FrameEnvelope.safeParse(message);
    // A frame is never the whole page of a tab.
    if (!envelope.success || tab?.id === undefined || !frameId) return refuse('foreign-sender');
    const { name, request, token } = envelope.data;
    const { sessions } = dependencies;
    // Older browsers report no id of the document.
    const url = await sessions.addressFor(tab.id, documentId ?? `${frameId}`, token);
    if (url === null) return refuse('foreign-sender');
    return answerMessage(FRAME_MESSAGES, handlersFor(dependencies, url), name, request);
  };
}

function handlersFor(dependencies: Dependencies, url: string): HandlersOf<typeof FRAME_MESSAGES> {
  const { withBookmark, write } = highlightsAt(url, dependencies);
  return {
    readFrame: () =>
      withBookmark<FrameHighlights>(
        async (library, { id, title }) => {
          const stored = library.part(highlightRepository);
          const highlights = await stored.ofBookmark(id);
          return ok({ title, url, highlights, localOnly: [...(await stored.localOnly(id))] });
        },
        ok({ title: '', url, highlights: [], localOnly: [] }),
      ),
    setNote: ({ id, note }) =>
      write([id], (library) => library.part(highlightRepository).edit(id, { note })),
  };
}
