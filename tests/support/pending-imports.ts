import { afterAll, vi } from 'vitest';

// Pages load parts with `import()` after they have drawn. A part that is still loading when the
// file ends would fail the whole run, because Vitest has closed what loads it.
afterAll(() => vi.dynamicImportSettled());
