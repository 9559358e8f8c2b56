import { fireEvent, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { ok } from '../../../src/domain/result';
import { heldImporter, PREVIEW } from '../transfer/held-importer';
import { openLibraryPage } from './open-library-page';

const BOOKMARKS = new File(['1'], 'bookmarks.html');

const dropped = (files: readonly File[], types = ['Files']) => ({ dataTransfer: { files, types } });

const pageOf = () => document.querySelector('.library-page') as HTMLElement;

it('opens the preview of a file that is dropped on the library', async () => {
  const { asked, importer } = heldImporter(ok(PREVIEW));
  await openLibraryPage('#/unread', { importer });
  // A browser opens the file itself if the page does not say that it takes it.
  expect(fireEvent.dragOver(pageOf(), dropped([]))).toBe(false);
  fireEvent.drop(pageOf(), dropped([BOOKMARKS]));
  await screen.findByRole('button', { name: 'Import (7)' });
  expect(window.location.hash).toBe('#/import');
  expect(asked.map(({ of }) => of[0])).toEqual([BOOKMARKS]);
});

it('leaves words that are dropped on the library to the browser', async () => {
  await openLibraryPage('#/unread');
  expect(fireEvent.dragOver(pageOf(), dropped([], ['text/plain']))).toBe(true);
  expect(fireEvent.drop(pageOf(), dropped([], ['text/plain']))).toBe(true);
  expect(window.location.hash).toBe('#/unread');
});
