import { SHORT_ID_PATTERN } from '../../contract';
import { err, ok, type Result } from '../../domain';
import type { ServiceError } from '../errors/service-error';

export interface CreatedBookmark {
  readonly id: string;
}

/** Which bookmark was made: what the headers of a good answer of `bookmarks.create` say. */
export function createdBookmark(
  answer: Result<{ readonly headers: Headers }, ServiceError>,
): Result<CreatedBookmark, ServiceError> {
  if (!answer.ok) return answer;
  const { headers } = answer.value;
  const last = headers.get('Location')?.split('/').at(-1) ?? '';
  const id = headers.get('Bookmark-Id') ?? last;
  if (!SHORT_ID_PATTERN.test(id))
    return err({ kind: 'malformed', issues: ['no id of what was made'] });
  return ok({ id });
}
