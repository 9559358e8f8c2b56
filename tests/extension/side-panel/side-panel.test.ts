import { describe, expect, it, vi } from 'vitest';
import type { WxtBrowser } from 'wxt/browser';
import { createSidePanel } from '../../../src/extension/side-panel/side-panel';

const windows = { getCurrent: async () => ({ id: 7 }) } as unknown as WxtBrowser['windows'];

describe('the side panel', () => {
  it('opens in this window in Chromium', async () => {
    const open = vi.fn(async () => {});
    const sidePanel = { open } as unknown as WxtBrowser['sidePanel'];
    await (await createSidePanel({ windows, sidePanel })).open();
    expect(open).toHaveBeenCalledExactlyOnceWith({ windowId: 7 });
  });

  it('is the sidebar in Firefox', async () => {
    const open = vi.fn(async () => {});
    await (await createSidePanel({ windows, sidebarAction: { open } })).open();
    expect(open).toHaveBeenCalledExactlyOnceWith();
  });
});
