/** How a step came out. */
export type Outcome = 'good' | 'warning' | 'bad' | 'skipped';

/** A way to come out, and what to do: keys of the catalogue, the likeliest first. */
const saying =
  (outcome: Outcome) =>
  <const Advice extends readonly string[]>(...advice: Advice) => ({ outcome, advice });
const [good, warning, bad, skipped] = [
  saying('good'),
  saying('warning'),
  saying('bad'),
  saying('skipped'),
];

/** All that can be found: what it means (the key itself) and what to do, in the words of the catalogue. */
export const SAYINGS = {
  doctorReached: good(),
  doctorNotReached: bad('doctorTryTab', 'doctorTrySpelling', 'doctorTryCertificate'),
  doctorNotReachedHome: bad('doctorTryTab', 'doctorTryNetwork', 'doctorTryPlain'),
  doctorTooSlow: bad('doctorTryAgain', 'doctorTryTab'),
  doctorBrokeOff: bad('doctorTryAgain', 'doctorTryAdmin'),
  doctorMoved: bad('doctorTryNewAddress'),
  doctorIsService: good(),
  doctorAnotherPage: bad('doctorTryPath', 'doctorTryTab'),
  doctorGate: bad('doctorTryHeaders', 'doctorTryAdmin'),
  doctorOddAnswer: bad('doctorTryPath', 'doctorTryAdmin'),
  doctorServerFails: bad('doctorTryAgain', 'doctorTryAdmin'),
  doctorBusy: bad('doctorTryAgain'),
  doctorPlain: warning('doctorTrySecure'),
  doctorSecure: good(),
  doctorLocal: good(),
  doctorVersion: good(),
  doctorVersionLeafmark: good(),
  doctorVersionOld: warning('doctorTryUpdate'),
  doctorVersionUnknown: warning(),
  doctorFeatures: good(),
  doctorNoFeatures: good(),
  doctorClock: good(),
  doctorClockDiffers: warning('doctorTryClock'),
  doctorClockUnknown: skipped(),
  doctorRegistered: good(),
  doctorNoRegistration: skipped('doctorTryToken'),
  doctorAppNotAccepted: bad('doctorTryToken', 'doctorTryResolver'),
  doctorRegistrationRefused: bad('doctorTryToken', 'doctorTryAdmin'),
  doctorRegistrationFails: bad('doctorTryAgain', 'doctorTryToken'),
  doctorPageOpens: good(),
  doctorRedirectRefused: bad('doctorTryToken', 'doctorTryAdmin'),
  doctorPageFails: bad('doctorTryPageAdmin', 'doctorTryToken'),
  doctorTokenGood: good(),
  doctorTokenBad: bad('doctorTrySignIn'),
  doctorTokenUnsure: bad('doctorTryAgain'),
  doctorNotSignedIn: skipped('doctorTrySignIn'),
  doctorMayAll: good(),
  doctorMayUnknown: warning(),
  doctorMayNot: bad('doctorTryScopes'),
  doctorRead: good(),
  doctorMayNotRead: bad('doctorTryScopes', 'doctorTryAdmin'),
  doctorNotRead: bad('doctorTryAgain', 'doctorTryAdmin'),
  doctorWrote: good(),
  doctorMayNotWrite: bad('doctorTryScopes', 'doctorTryAdmin'),
  doctorWriteTooLarge: bad('doctorTryLargerAdmin'),
  doctorNotWritten: bad('doctorTryAgain', 'doctorTryAdmin'),
  doctorPerhapsWritten: bad('doctorTryDeleteIfThere', 'doctorTryAgain', 'doctorTryAdmin'),
  doctorLeftBehind: warning('doctorTryDelete'),
  doctorNotAsked: skipped(),
};

export type SayingKey = keyof typeof SAYINGS;
export type AdviceKey = (typeof SAYINGS)[SayingKey]['advice'][number] | 'doctorTryNothing';
