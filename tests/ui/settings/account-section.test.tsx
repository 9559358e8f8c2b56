import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { ok } from '../../../src/domain/result';
import { AccountSection } from '../../../src/ui/settings/account-section';
import { ExportOffer } from '../../../src/ui/transfer/export-offer';
import type { Exporter } from '../../../src/ui/transfer/export-store';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { ada, bob, fakeStore } from '../account/fake-store';
import { fakeSync } from '../sync/fake-sync';

afterEach(cleanup);

it('before an account is removed, all of its own library can be exported', async () => {
  fillBrowserGaps();
  const gone = { ...bob, signedOutAt: 1 };
  const store = fakeStore({ active: ada.id, accounts: [ada, gone] });
  store.onlyHere.mockResolvedValue(ok([{ kind: 'trash', count: 1 }]));
  const write = vi.fn<Exporter['write']>(async () =>
    ok({
      file: new File(['all'], 'library.zip'),
      pages: 1,
      leftOut: 0,
      unwritten: { count: 0, first: [] },
    }),
  );
  const exporter = vi.fn(async (): Promise<Exporter> => ({ write }));
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:a' }));
  render(
    <AccountSection
      sync={fakeSync()}
      accounts={store}
      offerExport={({ library }) => <ExportOffer exporter={exporter} library={library} />}
      ownServer={undefined}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(await dialog.findByRole('button', { name: 'Export everything first' }));
  expect(await dialog.findByText(/library\.zip/)).toBeTruthy();
  expect(exporter).toHaveBeenCalledExactlyOnceWith('bob');
  expect(write.mock.calls[0]?.[0]).toMatchObject({ format: 'bundle', ids: null });
  expect(store.signOut).not.toHaveBeenCalled();
});
