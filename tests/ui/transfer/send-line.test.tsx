import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { ok } from '../../../src/domain/result';
import { sendRepository } from '../../../src/library';
import { SendLine } from '../../../src/ui/transfer/send-line';
import { page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';

afterEach(() => act(cleanup));

/** A handle of a browser can be stored; this is one without methods. */
const folder = { name: 'Notes' } as FileSystemDirectoryHandle;

async function openLine() {
  const { library } = await testLibrary();
  value(await library.bookmarks.save(page()));
  const background = { libraryChanged: vi.fn(async () => ok(null)) };
  const sending = library.part(sendRepository);
  const { container } = render(
    <SendLine library={Promise.resolve(library)} background={background} />,
  );
  return { sending, background, container };
}

it('says that highlights wait for a permission, and goes on after a click', async () => {
  const { sending, background, container } = await openLine();
  value(await sending.start(folder));
  value(await sending.pause('not-allowed'));
  await screen.findByText('Your highlights wait to be sent on.');
  expect(await seriousFindings(container)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
  await waitFor(() => expect(background.libraryChanged).toHaveBeenCalled());
  expect(await sending.job()).toMatchObject({ state: 'running' });
  await waitFor(() => expect(container.textContent).toBe(''));
});

it('leads to the options where a click does not help, and says nothing about a pause by the person', async () => {
  const { sending, container } = await openLine();
  value(await sending.start(folder));
  value(await sending.pause('gone'));
  const link = await screen.findByRole('link', { name: 'Send my highlights on' });
  expect(link.getAttribute('href')).toBe('options.html#/send');
  value(await sending.begin(true));
  value(await sending.pause(null));
  await waitFor(() => expect(container.textContent).toBe(''));
});
