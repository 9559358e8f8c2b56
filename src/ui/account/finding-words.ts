import type { SayingKey, ServiceErrorKind } from '../../service';
import type { Say } from '../../service/doctor/report';
import { type PlainKey, say, t } from '../strings';

/** What has the kind of an error for its value, which is a word for programs. */
const WITH_KIND: ReadonlySet<string> = new Set<SayingKey>([
  'doctorRegistrationFails',
  'doctorTokenUnsure',
  'doctorMayNotRead',
  'doctorNotRead',
  'doctorMayNotWrite',
  'doctorNotWritten',
  'doctorPerhapsWritten',
]);

const KINDS: Readonly<Record<ServiceErrorKind, PlainKey>> = {
  offline: 'kindOffline',
  timeout: 'kindTimeout',
  interrupted: 'kindInterrupted',
  aborted: 'kindInterrupted',
  unauthorised: 'kindUnauthorised',
  forbidden: 'kindForbidden',
  'not-found': 'kindNotFound',
  invalid: 'kindRefused',
  oauth: 'kindRefused',
  refused: 'kindRefused',
  'rate-limited': 'kindBusy',
  server: 'kindServer',
  'too-large': 'kindTooLarge',
  'answer-too-large': 'kindOdd',
  malformed: 'kindOdd',
  'not-this-service': 'kindStranger',
  moved: 'kindMoved',
};

const isKind = (value: string): value is ServiceErrorKind => Object.hasOwn(KINDS, value);

/** A finding, or what to do about it, in the words of the catalogue. */
export const sayFinding: Say = (key, values) =>
  say(
    key,
    WITH_KIND.has(key) ? values.map((value) => (isKind(value) ? t(KINDS[value]) : value)) : values,
  );
