// The same timeout for `findBy…` and `waitFor` in tests of pages.
import { configure } from '@testing-library/preact';
import './wait-timeout';
import { CONDITION_TIMEOUT_MS } from './timeouts';

configure({ asyncUtilTimeout: CONDITION_TIMEOUT_MS });
