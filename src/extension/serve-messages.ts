import type { Browser } from 'wxt/browser';
import { err, type Result } from '../domain';
import {
  Envelope,
  type HandlerFailure,
  MESSAGES,
  type MessageName,
  type Refusal,
  type RequestOf,
  type ResponseOf,
} from './messages';

export type MessageHandlers = {
  readonly [Name in MessageName]: (
    request: RequestOf<Name>,
  ) => Promise<Result<ResponseOf<Name>, HandlerFailure>>;
};

type Reply = Result<unknown, HandlerFailure | Refusal>;
type Sender = Pick<Browser.runtime.MessageSender, 'id' | 'url'>;

/** Who may ask: `id` is `runtime.id`, `origin` what `runtime.getURL('')` gives. */
export interface OwnPages {
  readonly id: string;
  readonly origin: string;
}

/**
 * A listener for `runtime.onMessage`. Every message gets a reply: the handler's, or a refusal when
 * the sender is not a page of ours, the name is unknown or the request is not as its schema says.
 */
export function serveMessages(handlers: MessageHandlers, own: OwnPages) {
  return (message: unknown, sender: Sender, sendReply: (reply: Reply) => void): true => {
    void answer(handlers, own, message, sender).then(sendReply);
    return true; // Keeps the way open for a reply that comes later, in both browsers.
  };
}

async function answer(
  handlers: MessageHandlers,
  own: OwnPages,
  message: unknown,
  sender: Sender,
): Promise<Reply> {
  // Content scripts have our id too, but the address of the page they are in.
  if (sender.id !== own.id || !sender.url?.startsWith(own.origin)) return refuse('foreign-sender');
  const envelope = Envelope.safeParse(message);
  if (!envelope.success) return refuse('malformed');
  const { name, request } = envelope.data;
  if (!isMessageName(name)) return refuse('unknown-message');
  return handle(handlers, name, request);
}

async function handle<Name extends MessageName>(
  handlers: MessageHandlers,
  name: Name,
  request: unknown,
): Promise<Reply> {
  const parsed = MESSAGES[name].request.safeParse(request);
  if (!parsed.success) return refuse('malformed');
  try {
    // Parsed by the schema of this very name, which the compiler can't follow.
    return await handlers[name](parsed.data as RequestOf<Name>);
  } catch (error) {
    console.error(`${name} failed`, error);
    return err({ kind: 'failed', detail: String(error).slice(0, 500) });
  }
}

const isMessageName = (name: string): name is MessageName => Object.hasOwn(MESSAGES, name);

const refuse = (reason: Refusal['reason']): Reply => err({ kind: 'refused', reason });
