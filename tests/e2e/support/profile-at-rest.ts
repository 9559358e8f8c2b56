import { readdirSync } from 'node:fs';
import { until } from './until.ts';

/** Waits until Puppeteer has put back the preferences of Firefox, after the browser has ended. */
export const profileIsAtRest = (profile: string): Promise<unknown> =>
  until('the preferences are put back', () =>
    readdirSync(profile).every((file) => !file.endsWith('.puppeteer')),
  );
