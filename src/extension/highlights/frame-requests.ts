import { ok } from '../../domain/result';
import { highlightRepository } from '../../library';
import { answerMessage, type HandlersOf } from '../../messages/message-table';
import { FRAME_MESSAGES, type FrameHighlights } from '../../messages/page-messages';
import { answerFrames, type FrameSessions } from '../messages/frame-sessions';
import type { AnswerPage } from '../messages/serve-messages';
import { acted, type HighlightAccess, highlightsAt } from './own-highlights';

interface Dependencies extends HighlightAccess {
  readonly sessions: Pick<FrameSessions<string>, 'shownIn'>;
}

/** Answers the frame that the script in the page of its tab has opened, and refuses any other. */
export const createFrameRequests = (dependencies: Dependencies): AnswerPage =>
  answerFrames(dependencies.sessions, ({ shown, name, request }) =>
    answerMessage(FRAME_MESSAGES, handlersFor(dependencies, shown), name, request),
  );

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
      write([id], async (library) =>
        acted(await library.part(highlightRepository).edit(id, { note })),
      ),
  };
}
