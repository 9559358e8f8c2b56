import { type Decoded, refusedForm } from './decode';
import type { Form } from './field';
import { bodyTypeOf, type FormSource, isBoundedPairs, readJson, readPairs } from './input';
import { messages } from './messages';

/**
 * The fields of a body that is text, by its Content-Type (null when the header is missing); or the
 * refusal, when it is of no type that forms have or can't be read. A multipart body is no text: read
 * it part by part.
 */
export function readBody(
  form: Form,
  contentType: string | null,
  body: string,
): Decoded<FormSource> {
  const refused = (message: string) => ({ ok: false, error: refusedForm(form, message) }) as const;
  if (!contentType?.includes('/')) return refused(messages.noContentType);
  const type = bodyTypeOf(contentType);
  if (type === null || type === 'multipart') return refused(messages.unknownContentType);
  const source = type === 'json' ? readJson(body) : readBoundedPairs(body);
  return source === null ? refused(messages.unreadable) : { ok: true, value: source };
}

const readBoundedPairs = (body: string) => (isBoundedPairs(body) ? readPairs(body) : null);
