import { isPublicAddress } from '../../domain/private-address';
import type { ServiceError } from '../http/service-error';
import type { FindingKey } from './doctor-results';

/** The message key of a result, with its substitutions. */
export type CheckResult = readonly [key: FindingKey, ...values: string[]];

/** Says why a request to the server at `base` failed. */
export function failureResult(error: ServiceError, base: string): CheckResult {
  switch (error.kind) {
    case 'offline':
    case 'aborted':
      return [
        isPublicAddress(base) ? 'doctorNotReached' : 'doctorNotReachedHome',
        new URL(base).host,
      ];
    case 'timeout':
      return ['problemTimeout'];
    case 'interrupted':
      return ['problemInterrupted'];
    case 'moved':
      // Browsers hide the target of the redirect.
      return error.to === null ? ['problemMovedAway'] : ['problemMoved', new URL(error.to).origin];
    case 'server':
      return ['problemServer', String(error.status)];
    case 'rate-limited':
      return ['problemBusy'];
    case 'unauthorised':
    case 'forbidden':
      return ['problemForbidden'];
    case 'too-large':
      return ['doctorWriteTooLarge'];
    case 'not-this-service': {
      const isGate = error.status === 401 || error.status === 403 || error.status === 407;
      return [isGate ? 'doctorGate' : 'problemAnotherPage'];
    }
    default:
      return ['problemOdd'];
  }
}
