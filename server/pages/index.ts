import type { Server } from '../server';
import { consentPages } from './consent';
import { devicePages } from './device';
import { openPage, type PageRoute, seeOther } from './page';
import { profilePages } from './profile';
import { setUpPages } from './set-up';
import { signInPages } from './sign-in';

/** Every page that people see, and what its forms do. */
export const pagesOf = (server: Server): readonly PageRoute[] => [
  openPage('GET', '/', async ({ base }) => seeOther(base.url('/profile'))),
  ...setUpPages(server),
  ...signInPages(server),
  ...consentPages(server),
  ...devicePages(server),
  ...profilePages(server),
];
