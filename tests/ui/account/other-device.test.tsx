import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AccountCard } from '../../../src/service';
import type { AccountStore } from '../../../src/ui/account/account-store';
import { AccountSection } from '../../../src/ui/settings/account-section';
import { seriousFindings } from '../../support/accessibility';
import { fakeSync } from '../sync/fake-sync';
import { ada, fakeStore } from './fake-store';

afterEach(cleanup);

const OURS = { ...ada, serverVersion: 'Leafmark 0.1.0 (Readeck API 0.22.3)' };

/** Shows the account in the settings, of the web app if it is that of a server. */
function openSection(account: AccountCard, ownServer?: string) {
  const status = { active: account.id, accounts: [account] };
  const store: AccountStore = fakeStore(status);
  const own = ownServer === undefined ? undefined : { base: ownServer };
  const offerExport = () => <i>export</i>;
  return render(
    <AccountSection sync={fakeSync()} accounts={store} offerExport={offerExport} ownServer={own} />,
  );
}

const offer = () => screen.queryByText('Open on another device');

describe('the address for another device', () => {
  it.each([undefined, OURS.base])(
    'is a text to copy and a QR code (own server: %s)',
    async (own) => {
      const writeText = vi.fn(async () => {});
      vi.stubGlobal('navigator', { clipboard: { writeText } });
      const { container } = openSection(OURS, own);
      const details = offer()?.closest('details');
      expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
      // jsdom opens it without the event.
      details?.setAttribute('open', '');
      fireEvent(details ?? container, new Event('toggle'));
      const picture = await screen.findByRole('img', { name: 'QR code of read.example.org/keep' });
      expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h7v1h-7z/);
      expect(screen.getByText('https://read.example.org/keep/')).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
      expect(await screen.findByText('Copied')).toBeTruthy();
      expect(writeText).toHaveBeenCalledExactlyOnceWith('https://read.example.org/keep/');
      expect(await seriousFindings(container)).toEqual([]);
      vi.unstubAllGlobals();
    },
  );

  it.each([
    ['a server without the web app', ada],
    ['a server on this computer', { ...OURS, base: 'http://127.0.0.1:8437' }],
    ['an account that is signed out', { ...OURS, signedOutAt: Date.now() }],
  ])('is absent for %s', (_, account) => {
    openSection(account);
    expect(offer()).toBeNull();
  });
});
