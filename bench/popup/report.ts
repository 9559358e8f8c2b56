import type { PageServer } from '../../tests/e2e/support/page-server';
import { until } from '../../tests/e2e/support/until';

/** The address to which measured pages send their report. */
export const REPORT_ADDRESS = 'http://bench.example/painted';

/** The only report of a measured page. */
export interface Painted {
  /** Start of its navigation in Unix ms. */
  readonly navigationMs: number;
  /** Time from there to the first frame with the content. */
  readonly paintedMs: number;
  /** Titles of the visible rows, from the top. */
  readonly titles: readonly string[];
  /** The document at that time. */
  readonly html: string;
}

/**
 * Returns a function that runs `act`, which opens a page, and returns the report of that page and
 * the result of `act`. It throws if no report arrives in time.
 */
export function listenForPaint(web: PageServer) {
  let receive: (painted: Painted) => void = () => {};
  web.on(REPORT_ADDRESS, async (request, response) => {
    const body = (await request.toArray()).join('');
    response.writeHead(204).end();
    receive(JSON.parse(body)); // Only the probe sends anything to this address.
  });
  return async <T>(act: () => Promise<T>): Promise<[Painted, T]> => {
    let report: Painted | null = null;
    receive = (painted) => {
      report = painted;
    };
    const done = await act();
    return [await until('the page reports its paint', () => report), done];
  };
}
