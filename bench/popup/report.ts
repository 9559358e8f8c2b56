import type { PageServer } from '../../tests/e2e/support/page-server';
import { until } from '../../tests/e2e/support/until';

/** Where measured pages tell what they have painted. */
export const REPORT_ADDRESS = 'http://bench.example/painted';

/** What a measured page tells of itself, once. */
export interface Painted {
  /** When its navigation started, in Unix ms. */
  readonly navigationMs: number;
  /** From there to the first frame with what was asked for. */
  readonly paintedMs: number;
  /** Of the rows on the screen, from the top. */
  readonly titles: readonly string[];
  /** The document as it was then. */
  readonly html: string;
}

/**
 * Gives a function that does `act`, which opens a page, and gives what that page tells beside what
 * `act` gives. It throws when nothing is told in time.
 */
export function listenForPaint(web: PageServer) {
  let receive: (painted: Painted) => void = () => {};
  web.on(REPORT_ADDRESS, async (request, response) => {
    const body = (await request.toArray()).join('');
    response.writeHead(204).end();
    receive(JSON.parse(body)); // only the probe sends anything here
  });
  return async <T>(act: () => Promise<T>): Promise<[Painted, T]> => {
    let told: Painted | null = null;
    receive = (painted) => {
      told = painted;
    };
    const done = await act();
    return [await until('the page tells that it is painted', () => told), done];
  };
}
