import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatPartHeaders,
  MAX_PART_HEADER_BYTES,
  MultipartError,
  MultipartParser,
} from '../../src/contract/index';

const BOUNDARY = 'a-b';

interface Part {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Parses `body`, written in chunks that end at `cuts`. */
function parseMultipart(body: Uint8Array, cuts: readonly number[] = []) {
  const parts: { headers: Record<string, string>; chunks: Uint8Array[]; isEnded: boolean }[] = [];
  const parser = new MultipartParser(BOUNDARY, {
    onPart: (headers) =>
      parts.push({ headers: Object.fromEntries(headers), chunks: [], isEnded: false }),
    onBytes: (bytes) => parts.at(-1)!.chunks.push(bytes.slice()),
    onPartEnd: () => {
      parts.at(-1)!.isEnded = true;
    },
  });
  const ends = [...cuts, body.length].toSorted((a, b) => a - b);
  ends.forEach((end, index) => {
    parser.write(body.subarray(ends[index - 1] ?? 0, end));
  });
  return {
    isComplete: parser.isComplete,
    isEnded: parts.every((part) => part.isEnded),
    parts: parts.map(({ headers, chunks }) => ({ headers, body: Buffer.concat(chunks) })),
  };
}

const compose = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ headers, body }) => [
      Buffer.from(`--${BOUNDARY}\r\n${formatPartHeaders(Object.entries(headers))}`),
      body,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

const part: fc.Arbitrary<Part> = fc.record({
  headers: fc.constantFrom({}, { type: 'json' }, { a: '1', 'b-c': 'two words' }),
  body: fc
    .oneof(
      fc.uint8Array(),
      fc.string({ unit: fc.constantFrom(...'\r\n-ab') }).map((t) => Buffer.from(t)),
    )
    .filter((body) => !`\r\n${Buffer.from(body).toString('latin1')}`.includes(`\r\n--${BOUNDARY}`)),
});

describe('MultipartParser', () => {
  it('returns all parts for any chunks of the body', () => {
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(400)), (parts, cuts) => {
        const body = compose(parts);
        const parsed = parseMultipart(
          body,
          cuts.filter((cut) => cut < body.length),
        );
        expect(parsed.isComplete && parsed.isEnded).toBe(true);
        expect(parsed.parts).toEqual(
          parts.map(({ headers, body: bytes }) => ({ headers, body: Buffer.from(bytes) })),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('is not complete when the body ends at any earlier position', () => {
    const body = compose([{ headers: { type: 'html' }, body: Buffer.from('<p>') }]);
    for (let length = 0; length < body.length - 2; length++) {
      expect(parseMultipart(body.subarray(0, length)).isComplete).toBe(false);
    }
  });

  it('accepts text before and after the body, and white space after a boundary', () => {
    const body = Buffer.from(
      `hello\r\n--${BOUNDARY}  \r\n\r\nx\r\n--${BOUNDARY}-- \r\nbye\r\n--${BOUNDARY}`,
    );
    expect(parseMultipart(body)).toMatchObject({
      isComplete: true,
      parts: [{ body: Buffer.from('x') }],
    });
  });

  it('accepts a body without parts', () => {
    expect(parseMultipart(compose([]))).toEqual({ isComplete: true, isEnded: true, parts: [] });
  });

  it('rejects a boundary that is followed by text', () => {
    expect(() => parseMultipart(Buffer.from(`--${BOUNDARY}x\r\n\r\n`))).toThrow(MultipartError);
  });

  it('rejects headers without an end', () => {
    const body = Buffer.from(`--${BOUNDARY}\r\n${'x'.repeat(MAX_PART_HEADER_BYTES + 3)}`);
    expect(() => parseMultipart(body)).toThrow(MultipartError);
  });

  it('passes on bytes without buffering them', () => {
    let passedOn = 0;
    const parser = new MultipartParser(BOUNDARY, {
      onPart: () => undefined,
      onBytes: (bytes) => {
        passedOn += bytes.length;
      },
      onPartEnd: () => undefined,
    });
    parser.write(Buffer.from(`--${BOUNDARY}\r\n\r\n`));
    for (let written = 64_000; written <= 6_400_000; written += 64_000) {
      parser.write(new Uint8Array(64_000));
      expect(written - passedOn).toBeLessThan(16);
    }
  });
});
