import type { Browser } from 'wxt/browser';
import { answerMessage, type HandlersOf, type Reply, refuse } from './message-table';
import { Envelope, MESSAGES } from './messages';

export type MessageHandlers = HandlersOf<typeof MESSAGES>;

type Sender = Pick<Browser.runtime.MessageSender, 'id' | 'url' | 'tab' | 'frameId'>;

/** The allowed senders: `id` is `runtime.id`, `origin` is `runtime.getURL('')`. */
export interface OwnPages {
  readonly id: string;
  readonly origin: string;
}

/** Answers messages that are not in `MESSAGES`. */
export type AnswerOthers = (name: string, request: unknown) => Promise<Reply>;

/** Answers messages of the extension's scripts in pages, which a site can forge. */
export type AnswerPage = (message: unknown, sender: Sender) => Promise<Reply>;

/**
 * Creates a listener for `runtime.onMessage`. Every message gets a reply: the handler's, or a
 * refusal if the sender is not a part of the extension, the name is unknown, or the request does
 * not match its schema.
 */
export function serveMessages(
  handlers: MessageHandlers,
  own: OwnPages,
  others: AnswerOthers,
  answerPage: AnswerPage,
) {
  return (message: unknown, sender: Sender, sendReply: (reply: Reply) => void): true => {
    const isOwnPage = sender.url?.startsWith(own.origin) === true;
    if (sender.id !== own.id) sendReply(refuse('foreign-sender'));
    // Content scripts have the extension's id too, but the address of their page.
    else if (!isOwnPage) void answerPage(message, sender).then(sendReply);
    else void answer(handlers, others, message).then(sendReply);
    return true; // Keeps the channel open for an asynchronous reply, in both browsers.
  };
}

async function answer(
  handlers: MessageHandlers,
  others: AnswerOthers,
  message: unknown,
): Promise<Reply> {
  const envelope = Envelope.safeParse(message);
  if (!envelope.success) return refuse('malformed');
  const { name, request } = envelope.data;
  return Object.hasOwn(MESSAGES, name)
    ? answerMessage(MESSAGES, handlers, name, request)
    : others(name, request);
}
