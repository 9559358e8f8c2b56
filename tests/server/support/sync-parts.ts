import { expect } from 'vitest';
import { MultipartParser, readSyncPart, type SyncPart } from '../../../src/contract';

/** A part of a sync stream with its body. */
export interface ReceivedPart extends SyncPart {
  /** The header lines as they were sent. */
  readonly lines: ReadonlyMap<string, string>;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Returns the parts of a response, which must be complete. */
export async function receivedParts(answer: Response): Promise<readonly ReceivedPart[]> {
  expect(answer.status).toBe(200);
  const boundary = /^multipart\/mixed; boundary="([\w-]+)"$/.exec(
    answer.headers.get('Content-Type') ?? '',
  )?.[1];
  const parts: { headers: ReadonlyMap<string, string>; chunks: Buffer[] }[] = [];
  const parser = new MultipartParser(boundary ?? '', {
    onPart: (headers) => parts.push({ headers, chunks: [] }),
    // The bytes are a view of a buffer that is reused.
    onBytes: (bytes) => parts.at(-1)!.chunks.push(Buffer.from(bytes)),
    onPartEnd: () => {},
  });
  for await (const chunk of answer.body!) parser.write(chunk);
  expect(parser.isComplete).toBe(true);
  return parts.map(({ headers, chunks }) => {
    const bytes = Buffer.concat(chunks);
    return { ...readSyncPart(headers)!, lines: headers, bytes, text: bytes.toString() };
  });
}
