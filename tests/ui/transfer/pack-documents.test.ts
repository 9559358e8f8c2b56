import { expect, it, vi } from 'vitest';
import { MAX_ORIGINAL_BYTES } from '../../../src/domain/original-file';
import { ok } from '../../../src/domain/result';
import { importFile } from '../../../src/formats';
import { importRepository, recentChanges } from '../../../src/library';
import { createImportStore } from '../../../src/ui/transfer/import-store';
import { fileToImport } from '../../../src/ui/transfer/pack-documents';
import { testLibrary } from '../../library/library';
import { heldImporter, PREVIEW } from './held-importer';

const PDF = '%PDF-1.7 a paper';

const stepsOf = async (file: File) => {
  const { clock } = await testLibrary();
  return Array.fromAsync(importFile('pdf', file, { now: clock.now }));
};

it('packs documents with their names, also those with separators of paths', async () => {
  const file = await fileToImport([new File([PDF], 'a\\b/c.pdf'), new File(['1'], 'notes.txt')]);
  expect(file.name).toBe('a\\b/c.pdf');
  expect(await stepsOf(file)).toMatchObject([{ kind: 'entry', entry: { title: 'a_b_c' } }]);
});

it('reads no more of a document than is needed to see that it is too large', async () => {
  const large = new File([PDF], 'large.pdf');
  const slice = vi.spyOn(large, 'slice');
  const packed = await fileToImport([large, new File([`${PDF} two`], 'two.pdf')]);
  expect(slice).toHaveBeenCalledExactlyOnceWith(0, MAX_ORIGINAL_BYTES + 1);
  expect(packed.name).toBe('PDF.zip');
});

it('says that a document cannot be read, and can begin again', async () => {
  const { library } = await testLibrary();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { asked, importer } = heldImporter(ok(PREVIEW));
  const store = createImportStore({
    importer,
    imports: library.part(importRepository),
    changes: library.part(recentChanges),
    onChanged: () => {},
  });
  const moved = new File([PDF], 'moved.pdf');
  vi.spyOn(moved, 'slice').mockImplementation(() => {
    throw new DOMException('The file was moved', 'NotFoundError');
  });
  await store.choose([moved]);
  expect(store.state.value).toEqual({
    kind: 'failed',
    fileName: 'moved.pdf',
    problem: 'unreadable',
  });
  await store.choose([new File([PDF], 'paper.pdf')]);
  expect(store.state.value).toMatchObject({ kind: 'previewed' });
  expect(asked).toHaveLength(1);
  store.dispose();
  log.mockRestore();
});
