import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result';
import { SaveTabsPage } from '../../../src/ui/save-tabs/save-tabs-page';
import { createHeldTabs, summaryOf } from '../../../src/ui/save-tabs/save-tabs-store';
import { page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fakeBackground } from '../fake-background';
import { fakeTabs, savedAs } from './fake-tabs';

afterEach(() => {
  act(cleanup);
});

/** A tab's number is the place of its address in the window. */
const background = fakeBackground();
beforeEach(() => {
  background.saveTab.mockReset();
  background.saveTab.mockImplementation(async ({ tabId }) => ok(savedAs([A, B, C][tabId] ?? '')));
});

const A = 'https://a.example/';
const B = 'https://b.example/';
const C = 'https://c.example/';

async function open(tabs: ReturnType<typeof fakeTabs>) {
  const { library } = await testLibrary();
  value(await library.bookmarks.save(page({ url: B })));
  const opened = Promise.resolve(library);
  const ended: string[] = [];
  const held = createHeldTabs(({ rows }) => ended.push(summaryOf(rows.value)));
  const show = () =>
    render(
      <SaveTabsPage
        library={opened}
        openTabs={async () => tabs}
        background={background}
        held={held}
      />,
    );
  return { ...show(), show, ended };
}

/** Tabs that are saved when the test says so. */
function slowTabs(urls: readonly string[], isAllowed = true) {
  const tabs = fakeTabs(urls, isAllowed);
  const waiting: (() => void)[] = [];
  background.saveTab.mockImplementation(
    ({ tabId }) =>
      new Promise((resolve) => waiting.push(() => resolve(ok(savedAs(urls[tabId] ?? ''))))),
  );
  const finish = async () => {
    await waitFor(() => expect(waiting).not.toEqual([]));
    waiting.shift()?.();
  };
  return { tabs, finish };
}

const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });

describe('saving tabs', () => {
  it('asks for the permission to see them first, and gives it back', async () => {
    const tabs = fakeTabs([A], false);
    const { unmount } = await open(tabs);
    expect(tabs.list).not.toHaveBeenCalled();
    fireEvent.click(await screen.findByRole('button', { name: 'Show my tabs' }));
    await box(/Page 0/);
    act(() => void unmount());
    expect(tabs.release).toHaveBeenCalledOnce();
  });

  it('keeps a permission that was there before', async () => {
    const tabs = fakeTabs([A]);
    const { unmount } = await open(tabs);
    await box(/Page 0/);
    act(() => void unmount());
    expect(tabs.release).not.toHaveBeenCalled();
  });

  it('chooses what is not saved yet, and has no serious accessibility findings', async () => {
    const { container } = await open(fakeTabs([A, B, C]));
    expect((await box(/Page 0/)).checked).toBe(true);
    expect((await box(/Page 1.*Already saved/)).checked).toBe(false);
    expect((await box(/^All/)).indeterminate).toBe(true);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('saves the chosen tabs one after the other and reports each', async () => {
    const tabs = fakeTabs([A, B, C]);
    background.saveTab.mockImplementation(async ({ tabId }) => {
      if (tabId === 0) return ok(savedAs(A));
      return ok({ kind: 'nothing' });
    });
    await open(tabs);
    await box(/Page 0/);
    fireEvent.click(screen.getByRole('button', { name: 'Save (2)' }));
    await screen.findByText('Saved: 1. Saved before: 1. Only the address: 0. Not saved: 1.');
    expect(tabs.requestSites).toHaveBeenCalledWith([A, C]);
    expect(tabs.wake.mock.calls).toEqual([[0], [2]]);
    await box(/Page 0.*Saved$/);
    await box(/Page 2.*Not saved. The page did not load, or its tab was closed/);
    await waitFor(() => expect(tabs.releaseSites).toHaveBeenCalledWith(['*://new.example/*']));
  });

  it('says why only an address was saved', async () => {
    const tabs = fakeTabs([A]);
    background.saveTab.mockResolvedValue(ok(savedAs(A, { addressOnly: 'pdf' })));
    await open(tabs);
    await box(/Page 0/);
    fireEvent.click(screen.getByRole('button', { name: 'Save (1)' }));
    await box(/this is a PDF/);
  });

  it('saves nothing when the access is declined, and then offers the addresses', async () => {
    const tabs = fakeTabs([A]);
    tabs.requestSites.mockResolvedValue(null);
    await open(tabs);
    await box(/Page 0/);
    fireEvent.click(screen.getByRole('button', { name: 'Save (1)' }));
    await screen.findByText(/the access was declined/);
    expect(background.saveTab).not.toHaveBeenCalled();
    expect((await box(/Keep the articles/)).checked).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Save (1)' }));
    await screen.findByText(/^Saved: 1/);
    expect(tabs.wake).not.toHaveBeenCalled();
    expect(tabs.requestSites).toHaveBeenCalledOnce();
  });

  it('stops after the tab that is being saved', async () => {
    const { tabs, finish } = slowTabs([A, C]);
    await open(tabs);
    await box(/Page 0/);
    fireEvent.click(screen.getByRole('button', { name: 'Save (2)' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await finish();
    await screen.findByText(/^Stopped\..*Saved: 1/);
    expect(background.saveTab).toHaveBeenCalledOnce();
    expect((await box(/Page 1/)).checked).toBe(true);
  });

  it('goes on while another view is shown, and is shown again', async () => {
    const { tabs, finish } = slowTabs([A, C]);
    const { unmount, show, ended } = await open(tabs);
    await box(/Page 0/);
    fireEvent.click(screen.getByRole('button', { name: 'Save (2)' }));
    await screen.findByText('Pages: 1 of 2');
    act(() => void unmount());
    await finish();
    act(() => void show());
    await screen.findByText('Pages: 2 of 2');
    await finish();
    await screen.findByText(/^Saved: 2/);
    expect(tabs.list).toHaveBeenCalledOnce();
    expect(ended).toEqual([]);
  });

  it('says what was saved when it ends in another view, and gives the permissions back', async () => {
    const { tabs, finish } = slowTabs([A, C], false);
    const { unmount, ended } = await open(tabs);
    fireEvent.click(await screen.findByRole('button', { name: 'Show my tabs' }));
    await box(/Page 0/);
    fireEvent.click(screen.getByRole('button', { name: 'Save (2)' }));
    await screen.findByText('Pages: 1 of 2');
    act(() => void unmount());
    await finish();
    await finish();
    await waitFor(() => expect(ended).toHaveLength(1));
    expect(ended[0]).toMatch(/^Saved: 2/);
    expect(tabs.releaseSites).toHaveBeenCalledWith(['*://new.example/*']);
    expect(tabs.release).toHaveBeenCalledOnce();
  });

  it('says that there is nothing to save', async () => {
    await open(fakeTabs([]));
    await screen.findByText('This window has no other tab with a page.');
  });
});
