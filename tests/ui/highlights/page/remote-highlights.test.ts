import { afterEach, expect, it, vi } from 'vitest';
import type { Highlight } from '../../../../src/domain/highlight';
import { ok } from '../../../../src/domain/result';
import type { PageBackground } from '../../../../src/messages/page-messages';
import { schedule } from '../../../../src/ui/components/timers';
import { remoteHighlights } from '../../../../src/ui/highlights/page/remote-highlights';

afterEach(() => vi.useRealTimers());

it('reads the highlights again if a reply was lost, as while the browser keeps a page that was left', async () => {
  vi.useFakeTimers();
  const highlights: readonly Highlight[] = [];
  const readHighlights = vi
    .fn<PageBackground['readHighlights']>()
    .mockReturnValueOnce(new Promise(() => {}))
    .mockResolvedValue(ok(highlights));
  // No other message is sent.
  const background = { readHighlights } as Partial<PageBackground> as PageBackground;
  const options = { background, later: schedule, onAdded() {} };
  const stored = remoteHighlights(options, () => 'https://a.example/');
  const shown = vi.fn();
  stored.watch(shown);
  void stored.refresh();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown).toHaveBeenCalledWith(highlights);
});
