import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { ImageDropReason } from '../../../src/domain/article';
import { loaded, page, value } from '../../library/library';
import { usePages } from '../../support/rendered-pages';
import { openReader, readerDeps, save, type TestDeps } from './open-article';

const A = 'https://example.org/a.png';
const B = 'https://cdn.example.net/b.png';
const HTML = `<p>Before</p><figure><img src="${A}" alt="A press"></figure>
  <p>Between</p><p><img src="${B}" alt="A chart"></p>`;

const pages = usePages();

/** A page never reports that an image was released. */
type Reason = Exclude<ImageDropReason, 'released'>;

async function openWith(reason: Reason, existing?: TestDeps, html = HTML) {
  const deps = existing ?? (await readerDeps());
  const bookmark = await save(deps.library, page({ html, images: [A, B] }));
  value(
    await deps.library.articles.addImages(bookmark.id, [
      loaded(A, 'bytes of a'),
      ...(reason === 'pending' ? [] : [{ kind: 'dropped', url: B, reason } as const]),
    ]),
  );
  const view = await openReader(deps, bookmark);
  const root = view.container.querySelector('.article')!;
  await within(root as HTMLElement).findByText('Between');
  return { ...view, deps, bookmark, root };
}

describe('images', () => {
  it('come from the library, with their size reserved', async () => {
    await openWith('too-many');
    const image = screen.getByRole<HTMLImageElement>('img', { name: 'A press' });
    expect([image.width, image.height]).toEqual([100, 200]);
    await waitFor(() => expect(image.src).toMatch(/^blob:/));
    expect([image.width, image.height]).toEqual([100, 200]);
  });

  it('come after the text, whose place for them is as large', async () => {
    const deps = await readerDeps();
    const bookmark = await save(deps.library, page({ html: HTML, images: [A, B] }));
    value(await deps.library.articles.addImages(bookmark.id, [loaded(A, 'bytes of a')]));
    vi.spyOn(deps.library.assets, 'getMany').mockReturnValue(new Promise(() => {}));
    await openReader(deps, bookmark);
    expect(screen.getByText('Between')).toBeTruthy();
    const image = screen.getByRole<HTMLImageElement>('img', { name: 'A press' });
    expect(decodeURIComponent(image.src)).toMatch(/^data:.*<svg [^>]*width="100" height="200"\/>$/);
  });

  it('load twenty at a time, with space reserved for the others', async () => {
    const urls = Array.from({ length: 45 }, (_, at) => `https://example.org/${at}.png`);
    const html = urls.map((url, at) => `<p>${at}</p><img src="${url}" alt="Plate ${at}">`).join('');
    const deps = await readerDeps();
    const bookmark = await save(deps.library, page({ html, images: urls }));
    const { articles, assets } = deps.library;
    value(
      await articles.addImages(
        bookmark.id,
        urls.map((url) => loaded(url, url)),
      ),
    );
    let proceed = () => {};
    const reads: number[] = [];
    const real = assets.getMany;
    vi.spyOn(assets, 'getMany').mockImplementation(async (hashes) => {
      reads.push(hashes.length);
      if (reads.length === 2) {
        await new Promise<void>((resolve) => {
          proceed = resolve;
        });
      }
      return real(hashes);
    });
    await openReader(deps, bookmark);
    const last = await screen.findByRole<HTMLImageElement>('img', { name: 'Plate 44' });
    expect(decodeURIComponent(last.src)).toMatch(/^data:.*<svg [^>]*width="100" height="200"\/>$/);
    expect([last.width, last.height]).toEqual([100, 200]);
    const early = screen.getByRole<HTMLImageElement>('img', { name: 'Plate 19' });
    await waitFor(() => expect(early.src).toMatch(/^blob:/));
    expect(last.src).toMatch(/^data:/);
    proceed();
    await waitFor(() => expect(last.src).toMatch(/^blob:/));
    expect(reads).toEqual([20, 20, 5]);
  });

  it('free their memory when the article is closed', async () => {
    const { unmount } = await openWith('too-many');
    await waitFor(() => expect(pages.gaps.liveBlobUrls.size).toBe(1));
    act(() => void unmount());
    expect(pages.gaps.liveBlobUrls.size).toBe(0);
  });

  it.each<[Reason, RegExp]>([
    ['not-readable', /does not let other sites read it/],
    ['too-many', /more than Leafmark keeps/],
    ['too-large', /^A chartNot kept: it is too large/],
    ['not-an-image', /no image could be read/],
    ['failed', /no image could be read/],
    ['quota', /storage was full/],
    ['pending', /Still being read/],
  ])(
    'explain why they are not stored (%s), with their alternative text and a link',
    async (reason, words) => {
      await openWith(reason);
      const box = screen.getByText('A chart').parentElement!;
      expect(box.textContent).toMatch(words);
      expect(within(box).getByRole('link', { name: 'Open image' }).getAttribute('href')).toBe(B);
    },
  );

  it('keep their position in the text, so that anchors stay valid', async () => {
    const { root } = await openWith('failed');
    expect(root.querySelector('p:nth-child(4) > :nth-child(1)')?.textContent).toContain('A chart');
  });

  it('are replaced by their alternative text when they are symbols', async () => {
    const html = `<p>Between</p><p>A <img src="${B}" alt="FR" width="16" height="11"> flag</p>`;
    await openWith('not-readable', undefined, html);
    expect(screen.getByText('FR').title).toMatch(/Not kept/);
    expect(screen.queryByRole('button', { name: 'Keep all images' })).toBeNull();
  });

  it('have no button inside a link', async () => {
    await openWith(
      'not-readable',
      undefined,
      `<p>Between</p><a href="/x"><img src="${B}" alt="A chart"></a>`,
    );
    expect(within(screen.getByText('A chart').parentElement!).queryByRole('button')).toBeNull();
  });

  it('appear in place when they arrive later, without a new article', async () => {
    const { deps, bookmark, root } = await openWith('pending');
    const text = root.querySelector('p');
    await deps.library.articles.addImages(bookmark.id, [loaded(B, 'bytes of b')]);
    const image = await screen.findByRole<HTMLImageElement>('img', { name: 'A chart' });
    await waitFor(() => expect(image.src).toMatch(/^blob:/));
    expect(root.querySelector('p')).toBe(text);
  });
});

describe('Keep all images', () => {
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Keep all images' }));

  it('is offered only where it helps', async () => {
    await openWith('too-many');
    expect(screen.queryByRole('button', { name: 'Keep all images' })).toBeNull();
  });

  it('requests the access, and then fetches the missing images', async () => {
    const { deps, bookmark } = await openWith('not-readable');
    press();
    expect(deps.capturing.imageAccess.request).toHaveBeenCalledOnce();
    await waitFor(() =>
      expect(deps.background.fetchImages).toHaveBeenCalledWith({ id: bookmark.id }),
    );
    await waitFor(() =>
      expect(deps.toasts.toasts.value.at(-1)?.message).toBe('More images kept: 2'),
    );
  });

  it('requests nothing when the access was granted before', async () => {
    const deps = await readerDeps();
    deps.capturing.imageAccess.isAllowed.value = true;
    await openWith('not-readable', deps);
    press();
    await waitFor(() => expect(deps.background.fetchImages).toHaveBeenCalled());
    expect(deps.capturing.imageAccess.request).not.toHaveBeenCalled();
  });

  it('fetches nothing when the user declines', async () => {
    const deps = await readerDeps();
    deps.capturing.imageAccess.request.mockResolvedValue(false);
    await openWith('not-readable', deps);
    press();
    await waitFor(() => expect(deps.toasts.toasts.value).toHaveLength(1));
    expect(deps.background.fetchImages).not.toHaveBeenCalled();
  });
});
