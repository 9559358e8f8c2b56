import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { createSerialQueue } from '../../background/serial-queue';
import { Envelope, type Reply, refuse } from '../../messages/message-table';
import { text } from '../../messages/schemas';
import type { AnswerPage } from './serve-messages';

/** The path of the page of the extension that shows texts of the person inside of a web page. */
export const FRAME_PATH = '/highlight-frame.html';

type Area = Pick<WxtBrowser['storage']['session'], 'get' | 'set' | 'remove'>;

export type FrameSessions<Shown> = ReturnType<typeof createFrameSessions<Shown>>;

/**
 * The frames that the extension has opened in pages, at most one of a kind for each tab. They are stored,
 * because the background may be stopped while a person writes. A site cannot open one: it never learns
 * a token, and each token is good for one document.
 * @param kind begins the keys in the storage
 * @param shown the schema of what a frame may show
 */
export function createFrameSessions<Shown>(area: Area, kind: string, shown: z.ZodMiniType<Shown>) {
  const Session = z.object({
    /** Only the script in the page and its frame know it. */
    token: z.string(),
    shown,
    /** The document that has used the token; null: none yet. */
    document: z.nullable(z.string()),
  });
  const keyOf = (tabId: number) => `${kind}:${tabId}`;
  const put = (tabId: number, session: z.output<typeof Session>) =>
    area.set({ [keyOf(tabId)]: session });
  const read = async (tabId: number, token: string) => {
    const key = keyOf(tabId);
    const session = Session.safeParse((await area.get(key))[key]).data;
    return session?.token === token ? session : null;
  };
  // Two documents must not use a token at the same time.
  const inTurn = createSerialQueue();
  return {
    open: (tabId: number, shown: Shown, token: string): Promise<void> =>
      inTurn(() => put(tabId, { token, shown, document: null })),
    /** Returns what a frame may show; null if the extension has not opened this frame. */
    shownIn: (tabId: number, document: string, token: string): Promise<Shown | null> =>
      inTurn(async () => {
        const session = await read(tabId, token);
        if (session === null) return null;
        if (session.document === null) await put(tabId, { ...session, document });
        else if (session.document !== document) return null;
        return session.shown;
      }),
    /** The frame with this token shows something else from now on. */
    change: (tabId: number, shown: Shown, token: string): Promise<void> =>
      inTurn(async () => {
        const session = await read(tabId, token);
        if (session !== null) await put(tabId, { ...session, shown });
      }),
    end: (tabId: number): Promise<void> => inTurn(() => area.remove(keyOf(tabId))),
  };
}

const FrameEnvelope = z.strictObject({ ...Envelope.shape, token: text(64) });

/** A message of a frame that the extension has opened. */
interface FrameMessage<Shown> {
  readonly tabId: number;
  readonly token: string;
  readonly shown: Shown;
  readonly name: string;
  readonly request: unknown;
}

/** Answers the frame of a session in its tab with `answer`, and refuses any other. */
export function answerFrames<Shown>(
  sessions: Pick<FrameSessions<Shown>, 'shownIn'>,
  answer: (message: FrameMessage<Shown>) => Promise<Reply>,
): AnswerPage {
  return async (message, { tab, frameId, documentId }) => {
    const envelope = FrameEnvelope.safeParse(message);
    // A frame is never the whole page of a tab.
    if (!envelope.success || tab?.id === undefined || !frameId) return refuse('foreign-sender');
    const { name, request, token } = envelope.data;
    // Older browsers report no id of the document.
    const shown = await sessions.shownIn(tab.id, documentId ?? `${frameId}`, token);
    if (shown === null) return refuse('foreign-sender');
    return answer({ tabId: tab.id, token, shown, name, request });
  };
}
