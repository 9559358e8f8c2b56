// The same timeout for `findBy…` and `waitFor` in tests of pages.
import { configure } from '@testing-library/preact';
import { WAIT_TIMEOUT_MS } from './wait-timeout';

configure({ asyncUtilTimeout: WAIT_TIMEOUT_MS });
