import { MultipartError, MultipartParser, parseParameterHeader } from '../../contract';
import { err, ok, type Result } from '../../domain';
import { LIMITS, type Limits } from '../connection';
import { BodyFailure } from '../errors/failure';
import type { ServiceError } from '../errors/service-error';
import { boundedChunks } from '../http/bounded-body';
import { PartCollector, type SyncedPart } from './collect-parts';

/** The good answer of `sync.stream`. */
export interface SyncAnswer {
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * The parts of a sync stream, each as soon as it is whole, whatever pieces the bytes come in. No
 * more is kept than the part that is coming. Ends after the last part, or with an error: a server
 * can't say in mid-stream that it failed, so only the closing boundary says that all is there.
 */
export async function* readSyncParts(
  { headers, body }: SyncAnswer,
  limits: Pick<Limits, 'stallMs' | 'maxBookmarkBytes'> = LIMITS,
): AsyncGenerator<Result<SyncedPart, ServiceError>, void> {
  const { parameters } = parseParameterHeader(headers.get('Content-Type') ?? '');
  const boundary = parameters.get('boundary');
  if (!boundary) return yield err({ kind: 'malformed', issues: ['no boundary'] });
  const collector = new PartCollector(limits.maxBookmarkBytes);
  const bounds = { maxBytes: Number.POSITIVE_INFINITY, stallMs: limits.stallMs };
  try {
    const parser = new MultipartParser(boundary, collector);
    for await (const chunk of boundedChunks(body, bounds)) {
      parser.write(chunk);
      for (const part of collector.take()) yield ok(part);
      if (parser.isComplete) return;
    }
  } catch (failure) {
    return yield err(errorOfStream(failure));
  }
  yield err({ kind: 'interrupted' });
}

function errorOfStream(failure: unknown): ServiceError {
  if (failure instanceof BodyFailure) return failure.error;
  if (failure instanceof MultipartError) return { kind: 'malformed', issues: [failure.message] };
  throw failure;
}
