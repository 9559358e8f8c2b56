import { paramNames, type Route } from '../../../src/contract';
import { shapeOf } from '../../../src/contract/form/field-shape';

/** A request that needs as much work as its size allows. */
export interface WorstRequest {
  readonly shape: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Appended to the path. */
  readonly query?: string;
  /** Called when the request is sent. `isInBytes` sends the body in chunks of one byte. */
  readonly body: () => string;
  readonly isInBytes?: boolean;
}

type Values = Readonly<Record<string, unknown>>;

const BOUNDARY = 'b'.repeat(70);
const MAX_PAIRS = 19_990;
const MAX_VALUES = 99_000;
const MAX_DEPTH = 30;

const json = (shape: string, body: () => string): WorstRequest => ({
  shape,
  headers: { 'content-type': 'application/json' },
  body,
});

const pairs = (shape: string, body: () => string): WorstRequest => ({
  shape,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
});

const parts = (shape: string, body: () => string, boundary = BOUNDARY): WorstRequest => ({
  shape,
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body,
});

/** Repeats `text` up to `bytes`. */
const fill = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));

/** Marks in an order that takes the longest to normalise, in UTF-8. */
export const marks = (bytes: number): string =>
  '\u0300'.repeat(bytes / 4) + '\u0316'.repeat(bytes / 4);

/** More marks take too long without a bound, and this many would already. */
const MARKS_BYTES = 200_000;

/** Returns true for the requests with marks in a field, which every field gets. */
export const hasMarks = ({ shape }: WorstRequest): boolean => shape.startsWith('marks');

/** Returns `good` as JSON with another value for one field, with `bytes` in total. */
const withField = (good: Values, name: string, value: (bytes: number) => string, bytes: number) => {
  const { [name]: _, ...others } = good;
  const rest = JSON.stringify(others).slice(1);
  const head = `{${JSON.stringify(name)}:`;
  const tail = rest === '}' ? rest : `,${rest}`;
  return head + value(Math.max(0, bytes - head.length - tail.length)) + tail;
};

const part = (name: string, value: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

/** Returns JSON bodies for a route with the valid body `good`. */
function worstJson({ body }: Route, good: Values, bytes: number): WorstRequest[] {
  const fields = Object.entries(body?.form.fields ?? {});
  const ofEach = fields.flatMap(([name, field]): WorstRequest[] => {
    const { type } = shapeOf(field);
    const of = (what: string, value: (room: number) => string) =>
      json(`${what} for ${name}`, () => withField(good, name, value, bytes));
    if (type === 'list' || type === 'files') {
      return [
        of('a list', (room) => `[${fill('"a",', Math.min(room - 6, 4 * MAX_VALUES))}"a"]`),
        of('a list with many items', (room) => `[${fill('"",', room - 6)}""]`),
        of('a long item', (room) => `["${'a'.repeat(room - 4)}"]`),
        of('a list of lines', (room) => `["${fill('\\n', room - 4)}"]`),
        json(`marks in host names of ${name}`, () =>
          withField(good, name, (room) => listOfHosts(room), Math.min(bytes, 1_000_000)),
        ),
        json(`marks in items of ${name}`, () =>
          withField(good, name, (room) => listOfMarks(room), Math.min(bytes, MARKS_BYTES)),
        ),
      ];
    }
    if (type === 'flag' || type === 'integer') return [];
    if (type === 'record')
      return [of('an object', (room) => keys(Math.min(room, MAX_VALUES * 10)))];
    return [
      of('a long text', (room) => `"${'a'.repeat(room - 2)}"`),
      of('blanks', (room) => `"a${' '.repeat(room - 4)}a"`),
      of('escapes', (room) => `"${fill('\\u0041', room - 2)}"`),
      json(`marks in ${name}`, () =>
        withField(good, name, (room) => `"a${marks(room - 4)}"`, Math.min(bytes, MARKS_BYTES)),
      ),
      of('a long address', (room) => `"https://example.org/${fill('?a&', room - 30)}"`),
    ];
  });
  return [
    ...ofEach,
    json('keys', () => keys(Math.min(bytes, MAX_VALUES * 10))),
    json('keys without end', () => keys(bytes)),
    json('depth', () => `{"a":${'['.repeat(MAX_DEPTH)}${']'.repeat(MAX_DEPTH)}}`),
    json('depth without end', () => fill('[', bytes)),
    json('objects without end', () => fill('{"a":', bytes)),
    json('a long number', () => `{"a":${fill('9', bytes - 6)}}`),
    json(
      'numbers as keys',
      () => `{${fill('"4294967294":0,', Math.min(bytes, 90_000 * 15) - 10)}"1":0}`,
    ),
    json('quotes', () => `{"a":"${fill('\\"', bytes - 10)}"}`),
    json('blanks', () => `{${' '.repeat(bytes - 2)}}`),
    { ...json('JSON in bytes', () => `{"a":"${fill('a', 60_000)}"}`), isInBytes: true },
  ];
}

/** Returns different items of the length of the longest label. */
function listOfMarks(bytes: number): string {
  const items = Array.from({ length: bytes / 2100 }, (_, n) => `"${n}${marks(2000)}"`);
  return `[${items.join()}]`;
}

/** Returns files in the older format, with the longest host names that the parser of addresses reads. */
function listOfHosts(bytes: number): string {
  const file = JSON.stringify(`{"url":"https://a${marks(16_000)}/"}\nx`);
  return `[${Array.from({ length: bytes / 17_000 }, () => file).join()}]`;
}

function keys(bytes: number): string {
  let text = '{"a":0';
  for (let n = 0; text.length < bytes - 12; n += 1) text += `,"${n.toString(36)}":0`;
  return `${text}}`;
}

function worstPairs({ body }: Route, bytes: number): WorstRequest[] {
  const [name = 'a'] = Object.keys(body?.form.fields ?? {});
  const long = Math.floor(bytes / MAX_PAIRS);
  const names = Object.keys(body?.form.fields ?? {});
  return [
    ...names.map((field) =>
      pairs(`marks in ${field}`, () => `${field}=${marks(Math.min(bytes, MARKS_BYTES) - 100)}`),
    ),
    pairs('pairs', () => 'a&'.repeat(Math.min(MAX_PAIRS, bytes / 2))),
    pairs('pairs without end', () => fill('a&', bytes)),
    pairs('pairs of one name', () =>
      fill(`${name}=a&`, Math.min(bytes, MAX_PAIRS * (name.length + 3))),
    ),
    pairs('long pairs', () =>
      `a=${'b'.repeat(Math.max(0, long - 3))}&`.repeat(MAX_PAIRS).slice(0, bytes),
    ),
    pairs('percents', () => `${name}=${fill('%', bytes - name.length - 1)}`),
    pairs('escapes', () => `${name}=${fill('%41', bytes - name.length - 1)}`),
    pairs('bytes that are not UTF-8', () => `${name}=${fill('%ff', bytes - name.length - 1)}`),
    pairs('plus signs', () => `${name}=${fill('+', bytes - name.length - 1)}`),
    { ...pairs('pairs in bytes', () => fill('a&', 30_000)), isInBytes: true },
  ];
}

function worstParts({ body }: Route, bytes: number): WorstRequest[] {
  const [name = 'a', field] = Object.entries(body?.form.fields ?? {}).at(-1) ?? [];
  const end = `--${BOUNDARY}--\r\n`;
  const file = field?.type.startsWith('file') ? '; filename="a"' : '';
  const room = bytes - 2 * part(name, '', file).length - end.length;
  const head = Math.min(15_000, bytes - 200);
  const hard = `--${BOUNDARY}\r\n${fill('X: a\r\n', head)}`;
  const disposition = `--${BOUNDARY}\r\nContent-Disposition: form-data${fill(';a="\\"', head)}\r\n\r\n`;
  const one = part(name, 'a', file);
  return [
    parts('a long boundary', () => part(name, 'a'), 'b'.repeat(15_000)),
    parts(
      'nearly boundaries',
      () => part(name, fill(`\r\n--${BOUNDARY.slice(1)}`, room), file) + end,
    ),
    parts('line ends', () => part(name, fill('\r', room), file) + end),
    parts('parts', () => one.repeat(Math.min(9_990, Math.floor(room / one.length))) + end),
    parts('parts without end', () => fill(one, bytes - end.length) + end),
    parts('headers of a part', () => fill(`${hard}\r\n\r\n`, bytes)),
    parts('parameters of a part', () => fill(disposition, bytes)),
    parts('a long part', () => part(name, 'a'.repeat(room), file) + end),
    {
      ...parts('a header', () => ''),
      headers: { 'content-type': `multipart/form-data${fill(';a="\\"', 12_000)}` },
    },
    { ...parts('parts in bytes', () => fill(one, Math.min(bytes, 60_000)) + end), isInBytes: true },
    {
      ...parts('headers of parts in bytes', () => fill(`${hard}\r\n\r\n`, Math.min(bytes, 60_000))),
      isInBytes: true,
    },
  ];
}

/** Returns the worst addresses and headers, which any route can get. */
export function worstAddresses(): WorstRequest[] {
  const body = () => '';
  const of = (shape: string, query: string, headers = {}) => ({ shape, query, headers, body });
  const room = 60_000;
  return [
    of('pairs in the address', fill('a&', 2 * MAX_PAIRS)),
    of('as many pairs as fit in the address', fill('a&', room)),
    of('ids in the address', fill('id=a&', room)),
    of('a search in the address', `search=${fill('a%20', room)}`),
    of('marks in the address', `search=${fill('%CC%80', room / 2)}${fill('%CC%96', room / 2)}`),
    of('a label in the address', `name=${fill('a', room)}`),
    of('escapes in the address', `a=${fill('%ff', room)}`),
    of('a long Accept-Encoding', '', { 'accept-encoding': fill('gzip;q=0,', 15_000) }),
    of('a long Accept', '', { accept: fill('a/b;q=0.1,', 15_000) }),
    of('a long cookie', '', { cookie: fill('a=b; ', 15_000) }),
    of('a long credential', '', { authorization: `Bearer ${fill(' ', 7_000)}${fill('a', 7_000)}` }),
    of('a long condition', '', { 'if-none-match': fill('"a", ', 15_000) }),
    of('headers without end', '', { 'x-a': fill('a', 200_000) }),
  ];
}

/**
 * Returns the hardest bodies of each type for `route`, of at most `bytes`, or `bytesInParts` for
 * multipart bodies.
 */
export function worstBodies(
  route: Route,
  good: Values,
  bytes: number,
  bytesInParts: number,
): WorstRequest[] {
  if (!route.body) return [];
  const { types } = route.body;
  return [
    ...(types.includes('json') ? worstJson(route, good, bytes) : []),
    ...(types.includes('urlencoded') ? worstPairs(route, bytes) : []),
    ...(types.includes('multipart') ? worstParts(route, bytesInParts) : []),
  ];
}

/** Returns an address of `route` that names nothing. */
export const addressOf = ({ path }: Route): string =>
  paramNames(path).reduce((text, name) => text.replace(`{${name}}`, 'a'.repeat(20)), path);
