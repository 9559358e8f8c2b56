import { describe, expect, it } from 'vitest';
import { eachPage, type ServiceError } from '../../../src/service';
import { good } from '../support/good';

type Paging = Parameters<Parameters<typeof eachPage>[0]>[0];

/**
 * A server's list of `count` numbers. `headersOf` returns the headers and `most` limits the page size.
 */
function serving(
  count: number,
  {
    headersOf = () => ({}),
    most = 100,
  }: { headersOf?: () => Record<string, string>; most?: number } = {},
) {
  const requests: Paging[] = [];
  const ask = async (paging: Paging) => {
    requests.push(paging);
    const { offset, limit } = paging;
    const end = Math.min(count, offset + Math.min(limit, most));
    const body = Array.from({ length: Math.max(0, end - offset) }, (_, index) => offset + index);
    const headers = new Headers(headersOf());
    return { ok: true, value: { status: 200, headers, body } } as const;
  };
  return { ask, requests };
}
const total = (count: number) => ({ headersOf: () => ({ 'Total-Count': String(count) }) });

describe('the pages of a list', () => {
  it('are requested until the total is reached, and not once more', async () => {
    const { ask, requests } = serving(5, total(5));
    const pages = (await Array.fromAsync(eachPage(ask, 2))).map(good);
    expect(pages.map(({ items }) => items)).toEqual([[0, 1], [2, 3], [4]]);
    expect(requests.map(({ offset }) => offset)).toEqual([0, 2, 4]);
  });

  it('continue after the received items when a server returns fewer than requested', async () => {
    const { ask } = serving(5, { ...total(5), most: 2 });
    const pages = (await Array.fromAsync(eachPage(ask, 100))).map(good);
    expect(pages.flatMap(({ items }) => items)).toEqual([0, 1, 2, 3, 4]);
  });

  it('end with a short page when a server sends no paging headers', async () => {
    const { ask, requests } = serving(5);
    expect((await Array.fromAsync(eachPage(ask, 2))).map((page) => good(page).items)).toEqual([
      [0, 1],
      [2, 3],
      [4],
    ]);
    expect(requests).toHaveLength(3);
  });

  it('end when a page is empty, even if the server reports more', async () => {
    const { ask, requests } = serving(3, total(1000));
    expect((await Array.fromAsync(eachPage(ask, 2))).map((page) => good(page).items)).toEqual([
      [0, 1],
      [2],
    ]);
    expect(requests).toHaveLength(3);
  });

  it('end with an error when a server repeats a page', async () => {
    const { ask, requests } = serving(1000);
    const repeating = ({ limit }: Paging) => ask({ limit, offset: 0 });
    const [first, second, ...others] = await Array.fromAsync(eachPage(repeating, 2));
    expect(good(first!).items).toEqual([0, 1]);
    expect(second).toMatchObject({ ok: false, error: { kind: 'malformed' } });
    expect(others).toEqual([]);
    expect(requests).toHaveLength(2);
  });

  it('end with an error when a server always reports another page', async () => {
    const { ask, requests } = serving(Number.POSITIVE_INFINITY, { most: 1 });
    let last: unknown = null;
    for await (const page of eachPage(ask, 1)) last = page;
    expect(last).toMatchObject({ ok: false, error: { kind: 'malformed' } });
    expect(requests).toHaveLength(10_000);
  });

  it('are one empty page when the list is empty', async () => {
    const { ask } = serving(0, total(0));
    expect((await Array.fromAsync(eachPage(ask))).map(good)).toEqual([{ items: [], total: 0 }]);
  });

  it('end with the first error, after the pages before it', async () => {
    const { ask } = serving(4, total(4));
    const error: ServiceError = { kind: 'offline' };
    const failing = async (paging: Paging) =>
      paging.offset === 0 ? ask(paging) : ({ ok: false, error } as const);
    const [first, second, ...others] = await Array.fromAsync(eachPage(failing, 2));
    expect(good(first!).items).toEqual([0, 1]);
    expect(second).toEqual({ ok: false, error });
    expect(others).toEqual([]);
  });

  it('are not requested before they are consumed', async () => {
    const { ask, requests } = serving(100, total(100));
    for await (const _ of eachPage(ask, 2)) break;
    expect(requests).toHaveLength(1);
  });
});
