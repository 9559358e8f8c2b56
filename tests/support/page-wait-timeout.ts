// The same timeout for `findBy…` and `waitFor` in tests of pages, and cheap errors while they wait.
import { type Config, configure, getConfig } from '@testing-library/preact';
import './wait-timeout';
import { CONDITION_TIMEOUT_MS } from './timeouts';

/** `waitFor` sets it while it calls its callback. */
interface WaitingConfig extends Config {
  readonly _disableExpensiveErrorDiagnostics?: boolean;
}

const { getElementError } = getConfig();

configure({
  asyncUtilTimeout: CONDITION_TIMEOUT_MS,
  // By default each attempt of a `waitFor` formats the page for an error that is thrown away, which
  // takes a tenth of the time of these tests. The error of its timeout shows the page.
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isAttempt } = getConfig() as WaitingConfig;
    if (!isAttempt) return getElementError(message, container);
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    return error;
  },
});
