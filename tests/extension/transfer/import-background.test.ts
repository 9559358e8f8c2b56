import { describe, expect, it, vi } from 'vitest';
import type { WorkOnImports } from '../../../src/background/ports';
import { importRepository } from '../../../src/library';
import { value } from '../../library/library';
import { started } from '../../transfer/import-jobs';
import { useBackground } from '../support/running-background';

describe('the background', () => {
  const background = useBackground();

  it('goes on with an import that waits, also when it starts again, and then with the next', async () => {
    const imports = background.library.part(importRepository);
    const workOnImports = vi.fn<WorkOnImports>(async () => {});
    const first = await started(imports);
    const start = () => background.start(undefined, { workOnImports });
    start();
    await vi.waitFor(() => expect(workOnImports).toHaveBeenCalledOnce());
    expect(workOnImports.mock.lastCall?.[0]).toBe(null);
    value(await imports.finish(first, { isCancelled: false, problem: null }));
    const calls = workOnImports.mock.calls.length;
    await started(imports);
    await vi.waitFor(() => expect(workOnImports.mock.calls.length).toBeGreaterThan(calls));
  });

  it('leaves an import alone that is paused, until a person continues it', async () => {
    const imports = background.library.part(importRepository);
    const job = await started(imports);
    value(await imports.pause(job, null));
    const states: (string | undefined)[] = [];
    const workOnImports = vi.fn<WorkOnImports>(async () => {
      states.push((await imports.next())?.state);
    });
    background.start(undefined, { workOnImports });
    await background.recovered();
    value(await imports.resume(job));
    await vi.waitFor(() => expect(states).toEqual(['running']));
  });
});
