import type { Browser } from 'wxt/browser';
import { answerMessage, type HandlersOf, type Reply, refuse } from './message-table';
import { Envelope, MESSAGES } from './messages';

export type MessageHandlers = HandlersOf<typeof MESSAGES>;

type Sender = Pick<Browser.runtime.MessageSender, 'id' | 'url'>;

/** Who may ask: `id` is `runtime.id`, `origin` what `runtime.getURL('')` gives. */
export interface OwnPages {
  readonly id: string;
  readonly origin: string;
}

/** Answers what is not among the messages that the background knows by itself. */
export type AnswerOthers = (name: string, request: unknown) => Promise<Reply>;

/**
 * A listener for `runtime.onMessage`. Every message gets a reply: the handler's, or a refusal when
 * the sender is not a page of ours, the name is unknown or the request is not as its schema says.
 */
export function serveMessages(handlers: MessageHandlers, own: OwnPages, others: AnswerOthers) {
  return (message: unknown, sender: Sender, sendReply: (reply: Reply) => void): true => {
    void answer(handlers, own, others, message, sender).then(sendReply);
    return true; // Keeps the way open for a reply that comes later, in both browsers.
  };
}

async function answer(
  handlers: MessageHandlers,
  own: OwnPages,
  others: AnswerOthers,
  message: unknown,
  sender: Sender,
): Promise<Reply> {
  // Content scripts have our id too, but the address of the page they are in.
  if (sender.id !== own.id || !sender.url?.startsWith(own.origin)) return refuse('foreign-sender');
  const envelope = Envelope.safeParse(message);
  if (!envelope.success) return refuse('malformed');
  const { name, request } = envelope.data;
  return Object.hasOwn(MESSAGES, name)
    ? answerMessage(MESSAGES, handlers, name, request)
    : others(name, request);
}
