import { createSerialQueue } from '../../background/serial-queue';
import { SECOND_MS } from '../../domain/time';
import type { CapturedPage, CapturePage, PageToCapture } from './capture-in-page';

/** Much longer than the largest page takes. */
export const CAPTURE_TIME_LIMIT_MS = 30 * SECOND_MS;
/** The worker stays for the next page. */
const LINGER_MS = 10 * SECOND_MS;

export interface WorkerRequest extends PageToCapture {
  /** The note at the end of an article whose page was cut. Workers have no catalogue. */
  readonly cutNote: string;
}

/** The part of a worker that is used. */
export type CaptureWorker = Pick<
  Worker,
  'postMessage' | 'terminate' | 'onmessage' | 'onmessageerror' | 'onerror'
>;

/**
 * Captures in a worker, one page at a time. A page that does not end is given up with its worker, so that
 * it holds up nothing else. The background of Firefox cannot end work of its own thread.
 */
export function createWorkerCapture(
  start: () => CaptureWorker,
  cutNote: () => string,
  timeLimitMs = CAPTURE_TIME_LIMIT_MS,
): CapturePage {
  const inTurn = createSerialQueue();
  let worker: CaptureWorker | null = null;
  let linger: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    worker?.terminate();
    worker = null;
  };
  return (page) =>
    inTurn(async () => {
      clearTimeout(linger);
      worker ??= start();
      const answer = await answerOfWorker(worker, { ...page, cutNote: cutNote() }, timeLimitMs);
      if (answer === undefined) end();
      else linger = setTimeout(end, LINGER_MS);
      return answer ?? null;
    });
}

/** Resolves to the answer; undefined if there is none in time, or the worker is broken. */
const answerOfWorker = (worker: CaptureWorker, request: WorkerRequest, timeLimitMs: number) =>
  new Promise<CapturedPage | null | undefined>((resolve) => {
    const limit = setTimeout(() => settle(undefined), timeLimitMs);
    const settle = (answer: CapturedPage | null | undefined) => {
      clearTimeout(limit);
      resolve(answer);
    };
    // Nobody else posts to the background from this worker.
    worker.onmessage = ({ data }: MessageEvent<CapturedPage | null>) => settle(data);
    worker.onmessageerror = () => settle(undefined);
    worker.onerror = () => settle(undefined);
    worker.postMessage(request);
  });
