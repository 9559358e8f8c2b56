import { type Answered, declaredAnswer, type MediaAnswer, type Route } from '../../contract';
import { err, ok, type Result } from '../../domain/result';
import type { Limits } from './connection';
import { readText } from './read-body';
import { foreignResponse } from './response-error';
import type { ServiceError } from './service-error';

/**
 * Parses a successful answer by the schemas of `route`. Returns an error if it is not what the
 * route promises.
 * @throws BodyError if its body cannot be read.
 */
export async function readAnswer(
  route: Route,
  response: Response,
  limits: Limits,
): Promise<Result<Answered<Route>, ServiceError>> {
  const promised = declaredAnswer(route, response.status);
  if (promised === null) {
    void response.body?.cancel();
    return isRedirect(response) ? err(movedTo(response)) : err(foreignResponse(response, ''));
  }
  const { status, answer } = promised;
  const answered = <B>(body: B) =>
    // This is the body type that the table has for this status.
    ok({ status, headers: response.headers, body } as Answered<Route>);
  switch (answer.kind) {
    case 'empty':
      void response.body?.cancel();
      return answered(null);
    case 'media': {
      if (isPromised(answer, response.headers)) return answered(response.body ?? EMPTY());
      void response.body?.cancel();
      return err(foreignResponse(response, '<'));
    }
    case 'json': {
      const text = await readText(response.body, { ...limits, maxBytes: limits.maxJsonBytes });
      const data = jsonIn(text);
      if (data === undefined) return err(notJson(response, text));
      const read = answer.schema.safeParse(data);
      return read.success ? answered(read.data) : err(malformed(read.error.issues));
    }
  }
}

/** Browsers hide the target of such a response and report status 0. */
const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

function movedTo({ headers, url }: Response): ServiceError {
  const location = headers.get('Location');
  const canRead = location !== null && URL.canParse(location, url || undefined);
  return { kind: 'moved', to: canRead ? new URL(location, url || undefined).href : null };
}

/**
 * A sign-in page can be a 200 response too, so an answer about a bookmark must name the bookmark.
 */
function isPromised({ types, sends }: MediaAnswer, headers: Headers): boolean {
  const type = headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const fits = types.some((promised) =>
    promised.endsWith('*')
      ? type.startsWith(promised.replace(/^\*\/|\*$/g, ''))
      : type === promised,
  );
  return fits && (!sends.includes('Bookmark-Id') || headers.has('Bookmark-Id'));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // JSON has no undefined, so it cannot be confused with a value.
  }
}

function notJson(response: Response, text: string): ServiceError {
  const isMeantAsJson = /json/i.test(response.headers.get('Content-Type') ?? '');
  if (!isMeantAsJson) return foreignResponse(response, text);
  return isCutOff(text) ? { kind: 'interrupted' } : { kind: 'malformed', issues: ['not JSON'] };
}

/** Returns true for the beginning of JSON. A proxy may end a response that broke off in a regular way. */
function isCutOff(json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isInString && character === '\\') at += 1;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && (character === '{' || character === '[')) depth += 1;
    else if (!isInString && (character === '}' || character === ']')) depth -= 1;
  }
  return isInString || depth > 0;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const MAX_ANSWER_ISSUES = 5;

const malformed = (issues: readonly Issue[]): ServiceError => ({
  kind: 'malformed',
  issues: issues
    .slice(0, MAX_ANSWER_ISSUES)
    .map(({ path, message }) => `${path.map(String).join('.')}: ${message}`),
});

const EMPTY = () => new Blob([]).stream();
