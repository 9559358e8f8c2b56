import { describe, expect, it, vi } from 'vitest';
import { meaningOf, platformTransport, type ServiceError } from '../../../src/service';
import { readText } from '../../../src/service/http/read-body';

describe('the meaning of an error', () => {
  it.each<[ServiceError, string, string, number | null]>([
    [{ kind: 'offline' }, 'perhaps-made', 'later', null],
    [{ kind: 'timeout' }, 'perhaps-made', 'later', null],
    [{ kind: 'interrupted' }, 'perhaps-made', 'later', null],
    [{ kind: 'server', status: 503, retryAfterMs: 5000 }, 'perhaps-made', 'later', 5000],
    [{ kind: 'rate-limited', retryAfterMs: 7000 }, 'not-made', 'later', 7000],
    [{ kind: 'unauthorised' }, 'not-made', 'after-sign-in', null],
    [{ kind: 'forbidden' }, 'not-made', 'never', null],
    [{ kind: 'not-found' }, 'target-gone', 'never', null],
    [{ kind: 'invalid', status: 422, fields: [], messages: [] }, 'not-made', 'never', null],
    [{ kind: 'too-large' }, 'not-made', 'never', null],
    [{ kind: 'malformed', issues: [] }, 'perhaps-made', 'never', null],
    [{ kind: 'not-this-service', status: 404, stranger: 'html' }, 'not-made', 'after-check', null],
    [{ kind: 'moved', to: null }, 'not-made', 'after-check', null],
  ])('tells if a change was made and when to retry: %j', (error, change, retry, waitMs) => {
    expect(meaningOf(error)).toEqual({ change, retry, waitMs });
  });
});

describe('a body', () => {
  const stream = (text: string) => new Blob([text]).stream();
  const bounds = { maxBytes: 6, stallMs: 1000 };

  it('is read as text, within its limits', async () => {
    expect(await readText(stream('ü🙂'), bounds)).toBe('ü🙂');
    await expect(readText(stream('ü🙂'), { ...bounds, maxBytes: 5 })).rejects.toMatchObject({
      error: { kind: 'answer-too-large' },
    });
  });

  it('reports when it breaks off or stalls', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    await expect(readText(broken, bounds)).rejects.toMatchObject({
      error: { kind: 'interrupted' },
    });
    const silent = readText(new ReadableStream<Uint8Array>(), { ...bounds, stallMs: 1 });
    await expect(silent).rejects.toMatchObject({ error: { kind: 'timeout' } });
  });
});

describe('sleep', () => {
  it('does not end at once for longer than a timer can be set', async () => {
    vi.useFakeTimers();
    const over = vi.fn();
    void platformTransport.sleep(2 ** 31).then(over);
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(over).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('ends at once when it is aborted', async () => {
    const controller = new AbortController();
    const waited = platformTransport.sleep(86_400_000, controller.signal);
    controller.abort();
    await waited;
    await platformTransport.sleep(86_400_000, controller.signal);
    await platformTransport.sleep(0);
    expect(controller.signal.aborted).toBe(true);
  });
});
