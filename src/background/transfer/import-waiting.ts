import { importRepository, isFromServer, type Library } from '../../library';
import { readLibraryChoice } from '../account/account-summary';
import type { Ports } from '../ports';
import { parseSettings, updateSettings } from '../settings/settings';

/** Works on the imports of the active library that wait. */
export async function importWaiting(
  ports: Ports,
  library: Library,
  signal: AbortSignal,
): Promise<void> {
  const { inTurn = (part) => part(), importSource, local } = ports;
  await inTurn(() => storeSettings(library, local));
  const job = await library.part(importRepository).next();
  if (job === null) return;
  if (isFromServer(job) && !(await importSource?.read(library, job, signal))) return;
  await ports.workOnImports((await readLibraryChoice(local)).name, signal);
  if (isFromServer(job)) await importSource?.settle();
  await ports.onWritten?.();
}

/** Stores the settings of a bundle that is restored into an empty library. */
export async function storeSettings(
  library: Pick<Library, 'part'>,
  local: Parameters<typeof updateSettings>[0],
): Promise<void> {
  const imports = library.part(importRepository);
  const job = await imports.withSettings();
  if (job === null) return;
  await updateSettings(local, parseSettings(job.bundle?.settings));
  await imports.settingsStored(job.id);
}
