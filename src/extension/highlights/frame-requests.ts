import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { ok } from '../../domain/result';
import { highlightRepository } from '../../library';
import { answerMessage, Envelope, type HandlersOf, refuse } from '../../messages/message-table';
import { FRAME_MESSAGES, type FrameHighlights } from '../../messages/page-messages';
import { text } from '../../messages/schemas';
import type { AnswerPage } from '../messages/serve-messages';
import { createSerialQueue } from '../serial-queue';
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

/** The path of the page of the extension that shows notes and lists inside of a web page. */
export const FRAME_PATH = '/highlight-frame.html';

/** The frame that the script in the page of a tab has opened last. */
const Session = z.object({
  /** Only the script and its frame know it. */
  token: z.string(),
  /** The address whose highlights the frame shows. */
  url: z.string(),
  /** The document that has used the token; null: none yet. */
  document: z.nullable(z.string()),
});
type Session = z.output<typeof Session>;

type Area = Pick<WxtBrowser['storage']['session'], 'get' | 'set' | 'remove'>;

export type FrameSessions = ReturnType<typeof createFrameSessions>;

/**
 * The frames that scripts in pages have opened, at most one for each tab. They are stored, because
 * the background may be stopped while a note is written. A site cannot open one: it never learns a
 * token, and each token is good for one document.
 */
export function createFrameSessions(area: Area) {
  const keyOf = (tabId: number) => `highlightFrame:${tabId}`;
  const put = (tabId: number, session: Session) => area.set({ [keyOf(tabId)]: session });
  // Two documents must not use a token at the same time.
  const inTurn = createSerialQueue();
  return {
    open: (tabId: number, url: string, token: string): Promise<void> =>
      inTurn(() => put(tabId, { token, url, document: null })),
    /** Returns the address that a frame may show; null if the script has not opened this frame. */
    addressFor: (tabId: number, document: string, token: string): Promise<string | null> =>
      inTurn(async () => {
        const key = keyOf(tabId);
        const session = Session.safeParse((await area.get(key))[key]).data;
        if (session?.token !== token) return null;
        if (session.document === null) await put(tabId, { ...session, document });
        else if (session.document !== document) return null;
        return session.url;
      }),
    end: (tabId: number): Promise<void> => inTurn(() => area.remove(keyOf(tabId))),
  };
}
