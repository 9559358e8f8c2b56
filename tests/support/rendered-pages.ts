import { act, cleanup } from '@testing-library/preact';
import { afterEach, beforeEach, vi } from 'vitest';
import { fillBrowserGaps } from './browser-gaps';
import { stubLayout, type TestWindow } from './layout';

/** Stand-ins for what jsdom lacks, for the test that runs. */
interface RenderedPages {
  gaps: ReturnType<typeof fillBrowserGaps>;
  layout: TestWindow;
}

/** Gives each test of a file what pages need and jsdom lacks, and removes what the test has rendered. */
export function usePages(): RenderedPages {
  // The values are set before each test.
  const pages = {} as RenderedPages;
  beforeEach(() => {
    pages.gaps = fillBrowserGaps();
    pages.layout = stubLayout();
  });
  afterEach(() => {
    act(cleanup); // Preact cleans effects up after the next paint, which no test waits for.
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return pages;
}
