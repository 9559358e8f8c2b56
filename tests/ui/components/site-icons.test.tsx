import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AssetHash } from '../../../src/domain/bookmark';
import { SiteMark } from '../../../src/ui/components/site-mark';

/** The addresses of images that are not released. */
const urls = new Set<string>();

beforeEach(() => {
  let made = 0;
  vi.stubGlobal('URL', {
    createObjectURL() {
      made += 1;
      urls.add(`blob:${made}`);
      return `blob:${made}`;
    },
    revokeObjectURL: (url: string) => urls.delete(url),
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  urls.clear();
});

function assetsOf(hashes: readonly string[]) {
  const get = vi.fn(async (hash: AssetHash) => (hashes.includes(hash) ? new Blob(['icon']) : null));
  return { get, library: Promise.resolve({ assets: { get, getMany: vi.fn() } }) };
}

const pageWith = (icon: string) => ({
  site: 'leafpress.org',
  siteName: 'The Leaf Press',
  icon: icon as AssetHash,
});

const marks = () => [...document.querySelectorAll('.site-mark')];
const images = () => [...document.querySelectorAll<HTMLImageElement>('.site-mark img')];

describe('the icon of a site', () => {
  it('is read once for all rows that show it, which have the initial before', async () => {
    const { library, get } = assetsOf(['shared']);
    render(
      <>
        <SiteMark page={pageWith('shared')} library={library} />
        <SiteMark page={pageWith('shared')} library={library} />
      </>,
    );
    expect(marks().map(({ textContent }) => textContent)).toEqual(['T', 'T']);
    await waitFor(() => expect(images()).toHaveLength(2));
    expect(get).toHaveBeenCalledOnce();
    expect(new Set(images().map(({ src }) => src))).toEqual(urls);
  });

  it('is the initial if the image is missing or broken, and is released then', async () => {
    const { library, get } = assetsOf(['broken']);
    render(<SiteMark page={pageWith('missing')} library={library} />);
    await waitFor(() => expect(get).toHaveBeenCalledOnce());
    render(<SiteMark page={pageWith('broken')} library={library} />);
    await waitFor(() => expect(images()).toHaveLength(1));
    fireEvent.error(images()[0] as Element);
    await waitFor(() => expect(images()).toEqual([]));
    expect(screen.getAllByText('T')).toHaveLength(2);
    expect(urls.size).toBe(0);
  });

  it('is kept for a list that is scrolled back, but not without a limit', async () => {
    const hashes = Array.from({ length: 130 }, (_, n) => `icon ${n}`);
    const { library, get } = assetsOf(hashes);
    const show = (count: number) => (
      <>
        {hashes.slice(0, count).map((hash) => (
          <SiteMark key={hash} page={pageWith(hash)} library={library} />
        ))}
      </>
    );
    const { rerender } = render(show(130));
    await waitFor(() => expect(images()).toHaveLength(130));
    rerender(show(1));
    await waitFor(() => expect(urls.size).toBeLessThanOrEqual(100));
    rerender(show(130));
    await waitFor(() => expect(images()).toHaveLength(130));
    expect(get.mock.calls.length).toBeLessThan(2 * 130);
  });
});
