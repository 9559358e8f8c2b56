// The same patience for `findBy…` and `waitFor` of the tests of pages.
import { configure } from '@testing-library/preact';
import { PATIENCE_MS } from './patience';

configure({ asyncUtilTimeout: PATIENCE_MS });
