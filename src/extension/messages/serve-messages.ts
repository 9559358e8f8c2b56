import type { Browser } from 'wxt/browser';
import { answerMessage, Envelope, type Reply, refuse } from '../../messages/message-table';
import { EXTENSION_MESSAGES, type ExtensionHandlers } from '../../messages/messages';

type Sender = Pick<Browser.runtime.MessageSender, 'id' | 'url' | 'tab' | 'frameId' | 'documentId'>;

/** The allowed senders: `id` is `runtime.id`, `origin` is `runtime.getURL('')`. */
export interface OwnPages {
  readonly id: string;
  readonly origin: string;
}

/**
 * Answers messages of the extension's scripts in pages, which a site can forge, or of its frames
 * there, which a site can embed.
 */
export type AnswerPage = (message: unknown, sender: Sender) => Promise<Reply>;

/** Answers the parts of the extension in the pages of others. */
export interface InPages {
  readonly script: AnswerPage;
  readonly frame: AnswerPage;
  /** The address of the page in the frames, which is allowed no other message. */
  readonly frameAddress: string;
}

/**
 * Creates a listener for `runtime.onMessage`. Every message gets a reply: the handler's, or a
 * refusal if the sender is not a part of the extension, the name is unknown, or the request does
 * not match its schema.
 */
export function serveMessages(handlers: ExtensionHandlers, own: OwnPages, inPages: InPages) {
  return (message: unknown, sender: Sender, sendReply: (reply: Reply) => void): true => {
    const isOwnPage = sender.url?.startsWith(own.origin) === true;
    if (sender.id !== own.id) sendReply(refuse('foreign-sender'));
    // Content scripts have the extension's id too, but the address of their page.
    else if (!isOwnPage) void inPages.script(message, sender).then(sendReply);
    else if (isAddressOf(inPages.frameAddress, sender.url))
      void inPages.frame(message, sender).then(sendReply);
    else void answer(handlers, message).then(sendReply);
    return true; // Keeps the channel open for an asynchronous reply, in both browsers.
  };
}

const isAddressOf = (page: string, url = ''): boolean => url.split(/[?#]/)[0] === page;

async function answer(handlers: ExtensionHandlers, message: unknown): Promise<Reply> {
  const envelope = Envelope.safeParse(message);
  if (!envelope.success) return refuse('malformed');
  const { name, request } = envelope.data;
  return answerMessage(EXTENSION_MESSAGES, handlers, name, request);
}
