import type { Browser } from 'wxt/browser';
import { answerMessage, type HandlersOf, type Reply, refuse } from './message-table';
import { Envelope, MESSAGES } from './messages';

export type MessageHandlers = HandlersOf<typeof MESSAGES>;

type Sender = Pick<Browser.runtime.MessageSender, 'id' | 'url'>;

/** The allowed senders: `id` is `runtime.id`, `origin` is `runtime.getURL('')`. */
export interface OwnPages {
  readonly id: string;
  readonly origin: string;
}

/** Answers messages that are not in `MESSAGES`. */
export type AnswerOthers = (name: string, request: unknown) => Promise<Reply>;

/**
 * Creates a listener for `runtime.onMessage`. Every message gets a reply: the handler's, or a
 * refusal if the sender is not a page of the extension, the name is unknown, or the request does
 * not match its schema.
 */
export function serveMessages(handlers: MessageHandlers, own: OwnPages, others: AnswerOthers) {
  return (message: unknown, sender: Sender, sendReply: (reply: Reply) => void): true => {
    void answer(handlers, own, others, message, sender).then(sendReply);
    return true; // Keeps the channel open for an asynchronous reply, in both browsers.
  };
}

async function answer(
  handlers: MessageHandlers,
  own: OwnPages,
  others: AnswerOthers,
  message: unknown,
  sender: Sender,
): Promise<Reply> {
  // Content scripts have the extension's id too, but the address of their page.
  if (sender.id !== own.id || !sender.url?.startsWith(own.origin)) return refuse('foreign-sender');
  const envelope = Envelope.safeParse(message);
  if (!envelope.success) return refuse('malformed');
  const { name, request } = envelope.data;
  return Object.hasOwn(MESSAGES, name)
    ? answerMessage(MESSAGES, handlers, name, request)
    : others(name, request);
}
