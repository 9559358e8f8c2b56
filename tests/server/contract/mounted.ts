import { MOUNTED } from '../../../server/routes';
import type { Route } from '../../../src/contract';

/** Every mounted route for apps. `page-statuses.test.ts` has the routes for people. */
export const MOUNTED_ROUTES = Object.entries(MOUNTED).flatMap(([group, routes]) =>
  Object.entries(routes as Readonly<Record<string, Route>>)
    .filter(([, route]) => route.access !== 'session')
    .map(([name, route]) => ({ title: `${group}.${name}`, group, name, route })),
);
