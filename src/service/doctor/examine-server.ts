import { leafmarkVersionOf, type ServerInfo } from '../../contract';
import { isPublicAddress, MINUTE_MS, SECOND_MS } from '../../domain';
import type { ServiceError } from '../errors/service-error';
import { canBeOverheard } from '../find/overheard';
import type { Examined, Instruments } from './examined';
import { type Finding, finding } from './finding';

/** Whether the server is reached, is the service, and which one; null when it is not. */
export async function* examineServer(
  { connection: { base }, transport }: Examined,
  { client }: Instruments,
): AsyncGenerator<Finding, ServerInfo | null> {
  const answer = await client.info.read();
  if (!answer.ok) {
    yield* whatFailed(answer.error, base);
    return null;
  }
  const { body, headers } = answer.value;
  yield finding('reach', 'doctorReached', new URL(base).host);
  yield finding('service', 'doctorIsService');
  yield privacyOf(base);
  yield versionOf(body);
  yield body.features.length > 0
    ? finding('features', 'doctorFeatures', body.features.join(', '))
    : finding('features', 'doctorNoFeatures');
  yield clockOf(headers.get('Date'), transport.now());
  return body;
}

function privacyOf(base: string): Finding {
  if (base.startsWith('https:')) return finding('privacy', 'doctorSecure');
  return finding('privacy', canBeOverheard(base) ? 'doctorPlain' : 'doctorLocal');
}

/** Not an answer, or an answer that is none of the service's: then it was reached at least. */
function* whatFailed(error: ServiceError, base: string): Generator<Finding> {
  const silence = silenceOf(error, base);
  if (silence) return yield silence;
  yield finding('reach', 'doctorReached', new URL(base).host);
  yield strangeness(error);
}

function silenceOf(error: ServiceError, base: string): Finding | null {
  switch (error.kind) {
    case 'offline':
    case 'aborted':
      return finding(
        'reach',
        isPublicAddress(base) ? 'doctorNotReached' : 'doctorNotReachedHome',
        new URL(base).host,
      );
    case 'timeout':
      return finding('reach', 'doctorTooSlow');
    case 'interrupted':
      return finding('reach', 'doctorBrokeOff');
    default:
      return null;
  }
}

function strangeness(error: ServiceError): Finding {
  switch (error.kind) {
    case 'moved':
      // Where to is hidden by browsers.
      return finding('service', 'doctorMoved', error.to === null ? '…' : new URL(error.to).origin);
    case 'server':
      return finding('service', 'doctorServerFails', String(error.status));
    case 'rate-limited':
      return finding('service', 'doctorBusy');
    case 'unauthorised':
    case 'forbidden':
      return finding('service', 'doctorGate');
    case 'not-this-service': {
      const isGate = error.status === 401 || error.status === 403 || error.status === 407;
      return finding('service', isGate ? 'doctorGate' : 'doctorAnotherPage');
    }
    default:
      return finding('service', 'doctorOddAnswer');
  }
}

/** The first version of the original that lets apps sign in. */
const [OLDEST_MAJOR, OLDEST_MINOR] = [0, 21];

function versionOf({ version }: ServerInfo): Finding {
  const { canonical, release } = version;
  const own = leafmarkVersionOf(version);
  if (own !== null) return finding('version', 'doctorVersionLeafmark', own, canonical);
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(release || canonical) ?? [];
  if (major === undefined) return finding('version', 'doctorVersionUnknown', canonical);
  const isOld = Number(major) === OLDEST_MAJOR && Number(minor) < OLDEST_MINOR;
  return finding('version', isOld ? 'doctorVersionOld' : 'doctorVersion', canonical);
}

/** Codes live for minutes; a difference beyond this makes them seem over, or good for ever. */
const MAX_DIFFERENCE_MS = 2 * MINUTE_MS;

function clockOf(date: string | null, now: number): Finding {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return finding('clock', 'doctorClockUnknown');
  const differenceMs = Math.abs(now - at);
  return differenceMs <= MAX_DIFFERENCE_MS
    ? finding('clock', 'doctorClock')
    : finding('clock', 'doctorClockDiffers', String(Math.round(differenceMs / SECOND_MS)));
}
