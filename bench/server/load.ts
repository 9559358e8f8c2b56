import { elapsed } from '../figure';
import { Connection } from './connection';

const CONNECTIONS = 10;
/** The server answers a connection with 503 after 1,000 requests. */
const REQUESTS = 500;

/**
 * Returns the responses per second to ten connections that send requests without pauses.
 * @param requestOf the nth request
 */
export async function answersPerSecond(
  port: number,
  requestOf: (n: number) => string,
  ms: number,
): Promise<number> {
  let sent = 0;
  let answered = 0;
  const begin = performance.now();
  const isOver = () => performance.now() - begin >= ms;
  const ask = async ([connection]: readonly Connection[]) => {
    for (let n = 0; n < REQUESTS && !isOver(); n += 1) {
      const { status } = await connection!.ask(requestOf(sent++));
      if (status !== 200) throw new Error(`The server responded with status ${status}`);
      answered += 1;
    }
  };
  const askOn = async () => {
    while (!isOver()) await withConnections(port, 1, ask);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, askOn));
  return (answered * 1000) / (performance.now() - begin);
}

/** Sends `requests`, `atOnce` at a time, and returns the total time in ms. */
export async function sendAll(
  port: number,
  requests: readonly string[],
  atOnce: number,
): Promise<number> {
  let next = 0;
  const send = async (connection: Connection) => {
    for (let n = next++; n < requests.length; n = next++) {
      const { status } = await connection.ask(requests[n]!);
      if (status >= 300) throw new Error(`The server responded with status ${status}`);
    }
  };
  return withConnections(port, atOnce, (all) => elapsed(() => Promise.all(all.map(send))));
}

/** Sends `requests` one after another and returns the time of each in ms. */
export async function latencies(port: number, requests: readonly string[]): Promise<number[]> {
  return withConnections(port, 1, async ([connection]) => {
    const times: number[] = [];
    for (const request of requests) {
      const begin = performance.now();
      const { status } = await connection!.ask(request);
      if (status >= 300) throw new Error(`The server responded with status ${status}`);
      times.push(performance.now() - begin);
    }
    return times;
  });
}

/** Sends one request and returns the body of the response. */
export const askOnce = (port: number, request: string): Promise<Buffer> =>
  withConnections(port, 1, async ([connection]) => {
    const { body, status } = await connection!.ask(request);
    if (status !== 200) throw new Error(`The server responded with status ${status}`);
    return body;
  });

async function withConnections<T>(
  port: number,
  count: number,
  use: (connections: readonly Connection[]) => Promise<T>,
): Promise<T> {
  const all = await Promise.all(Array.from({ length: count }, () => Connection.open(port)));
  try {
    return await use(all);
  } finally {
    for (const connection of all) connection.close();
  }
}
