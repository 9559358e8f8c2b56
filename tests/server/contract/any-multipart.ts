import * as fc from 'fast-check';
import type { Form } from '../../../src/contract';
import type { Sent } from '../support/test-server';
import { anyValue } from './any-value';

/** A multipart body with its `Content-Type`. */
export interface SentParts {
  readonly contentType: string;
  /** One character for each byte, so that a counterexample can be read. */
  readonly latin1: string;
  /** True when the server cannot find the parts or cannot know that all of them arrived. */
  readonly isBroken: boolean;
}

/** One part. Its header values are written as they are. */
export interface Part {
  readonly name: string;
  readonly filename: string | null;
  readonly type: string | null;
  readonly location: string | null;
  readonly bytes: Uint8Array;
}

const NAMES = ['__proto__', '', 'a"b', 'a\r\nX-Other: b', 'html[]', '\u0000', 'é'];
const FILE_NAMES = [
  ...['_', '', 'page.html', '../../etc/passwd', 'C:\\CON', '/dev/null', 'a"; name="url', '\u0000'],
  ...['a\r\nX-Other: b', '\u202egnp.exe', '🍃'.repeat(200), '.'.repeat(3000), '\ud800'],
];
const TYPES = [
  ...['text/html', 'text/html; charset=utf-16', 'TEXT/HTML; charset="nonsense', 'image/png'],
  ...['application/json', 'multipart/form-data; boundary=b', 'nonsense', '', 'x'.repeat(2000)],
];
const LOCATIONS = ['https://nowhere.example/a.png', 'a.png', 'javascript:x', 'https://[', ''];
const BYTES: readonly (string | readonly number[])[] = [
  'https://nowhere.example/page',
  '<!doctype html><title>A</title><p>Text',
  '{"url":"https://nowhere.example/a.png","headers":{"content-type":"image/png"}}\nx',
  '{"url":"https://nowhere.example/a.png","headers":{"content-type":1}}\nx',
  '{"url":\nx',
  'url,title\nhttps://nowhere.example/,A\n',
  '[{"href":"https://nowhere.example/","url":"https://nowhere.example/"}]',
  '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://nowhere.example/">A</A></DL>',
  // An incomplete character, an overlong one, UTF-16 with its byte order mark, the start of a zip.
  [0x61, 0xe2, 0x82],
  [0xc0, 0xaf],
  [0xff, 0xfe, 0x61, 0x00],
  [0x50, 0x4b, 0x03, 0x04, 0x14],
  [],
];

const bytesOf = (value: unknown): Buffer => {
  if (typeof value === 'string') return Buffer.from(value);
  return Array.isArray(value) ? Buffer.from(value) : Buffer.from(JSON.stringify(value) ?? '');
};

/** Any bytes for a field or a file. */
const anyBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.constantFrom(...BYTES).map(bytesOf),
  anyValue.map((value) => bytesOf(typeof value === 'object' ? JSON.stringify(value) : value)),
  fc.uint8Array({ maxLength: 200 }),
);

/** Any part of a form, mostly one of its fields. */
const anyPart = (form: Form): fc.Arbitrary<Part> =>
  fc.record({
    name: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...Object.keys(form.fields)) },
      { weight: 1, arbitrary: fc.constantFrom(...NAMES) },
    ),
    filename: fc.option(fc.oneof(fc.constantFrom(...FILE_NAMES), fc.string({ unit: 'binary' }))),
    type: fc.option(fc.constantFrom(...TYPES)),
    location: fc.option(fc.constantFrom(...LOCATIONS), { freq: 2 }),
    bytes: anyBytes,
  });

/** A change to a body. `at` is the position as a fraction of its length. */
const anyDamage = fc.oneof(
  { weight: 10, arbitrary: fc.constant({ kind: 'none', at: 0 } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('cut', 'flipped', 'line-ends', 'unclosed', 'surrounded'),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
);
type Damage = typeof anyDamage extends fc.Arbitrary<infer D> ? D : never;

const BOUNDARY = 'The-boundary';
const VALID_TYPES = [
  `multipart/form-data; boundary=${BOUNDARY}`,
  `Multipart/Form-Data; charset=utf-8; Boundary="${BOUNDARY}"`,
];
const INVALID_TYPES = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=other',
  `multipart/form-data; boundary="${BOUNDARY}`,
  `multipart/form-data; boundary=${BOUNDARY.toLowerCase()}`,
  `multipart/mixed; boundary=${BOUNDARY}`,
  `text/plain; boundary=${BOUNDARY}`,
];
const anyContentType = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...VALID_TYPES) },
  { weight: 2, arbitrary: fc.constantFrom(...INVALID_TYPES) },
);

/**
 * Any multipart body for `form`. With `of`, most parts are from `of` and follow those of `first`.
 */
export const anyMultipart = (
  form: Form,
  { first = fc.constant([]), of }: PartsOf = {},
): fc.Arbitrary<SentParts> => {
  const part = of
    ? fc.oneof({ weight: 5, arbitrary: of }, { weight: 1, arbitrary: anyPart(form) })
    : anyPart(form);
  return fc
    .tuple(first, fc.array(part, { maxLength: 6 }), anyDamage, anyContentType)
    .map(([before, parts, damage, contentType]) => {
      const whole = partsAsLatin1([...before, ...parts]);
      const latin1 = damaged(whole, damage);
      // A body without the line end after its last boundary is complete.
      const isCut = latin1.length < whole.length - 2 && damage.kind !== 'line-ends';
      return { contentType, latin1, isBroken: isCut || INVALID_TYPES.includes(contentType) };
    });
};

interface PartsOf {
  readonly first?: fc.Arbitrary<readonly Part[]>;
  readonly of?: fc.Arbitrary<Part>;
}

/** Returns a multipart body of these parts, without any escaping. */
export const partsAsLatin1 = (parts: readonly Part[]): string =>
  Buffer.concat([
    ...parts.flatMap((part) => [bytesOf(headOf(part)), part.bytes, bytesOf('\r\n')]),
    bytesOf(`--${BOUNDARY}--\r\n`),
  ]).toString('latin1');

/** Returns the body as options of a request. */
export const sentParts = ({ contentType, latin1 }: SentParts): Sent => ({
  body: Buffer.from(latin1, 'latin1'),
  headers: { 'content-type': contentType },
});

const headOf = ({ name, filename, type, location }: Part): string =>
  [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}`,
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    ...(location === null ? [] : [`Location: ${location}`]),
    '\r\n',
  ].join('\r\n');

function damaged(whole: string, { kind, at }: Damage): string {
  const place = Math.floor(at * (whole.length - 1));
  switch (kind) {
    case 'none':
      return whole;
    case 'cut':
      return whole.slice(0, place);
    case 'unclosed':
      return whole.slice(0, -4);
    case 'flipped': {
      const flipped = String.fromCharCode(whole.charCodeAt(place) ^ 0xff);
      return whole.slice(0, place) + flipped + whole.slice(place + 1);
    }
    case 'line-ends':
      return whole.replaceAll('\r\n', '\n');
    case 'surrounded':
      return `before\r\n${whole}after`;
  }
}
