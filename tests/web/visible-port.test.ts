import { expect, it, vi } from 'vitest';
import { createPageVisibility } from '../../src/background/sync/page-visibility';
import { openPort } from '../../web/visible-port';

it('tells a background that was started again that the page is visible, when it is shown again', async () => {
  const hide = vi.fn();
  const show = vi.fn(async () => hide).mockRejectedValueOnce(new Error('It does not start.'));
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
  });
  createPageVisibility({ connect: () => openPort(show), page }).setEnabled(true);
  await vi.waitFor(() => {
    page.dispatchEvent(new Event('visibilitychange'));
    expect(show).toHaveBeenCalledTimes(2);
  });
  expect(hide).not.toHaveBeenCalled();
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(hide).toHaveBeenCalledOnce());
});
