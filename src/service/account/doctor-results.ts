// Explains the findings of the doctor. Only pages need it, so it is not in the background.
import * as z from 'zod/mini';
import type { Step } from './doctor-steps';

export type Outcome = 'good' | 'warning' | 'bad' | 'skipped';

const result =
  (outcome: Outcome) =>
  <const Advice extends readonly string[]>(...advice: Advice) => ({ outcome, advice });
const [good, warning, bad, notChecked] = [
  result('good'),
  result('warning'),
  result('bad'),
  result('skipped'),
];

/**
 * Every result that a step can have, by its message key, with its outcome and the message keys of the
 * advice, the most likely one first.
 */
export const STEP_RESULTS = {
  doctorReached: good(),
  doctorNotReached: bad('doctorTryTab', 'problemOfflineDo', 'doctorTryCertificate'),
  doctorNotReachedHome: bad('doctorTryTab', 'problemOfflineDo', 'doctorTryPlain'),
  problemTimeout: bad('problemLater', 'doctorTryTab'),
  problemInterrupted: bad('problemLater', 'doctorTryAdmin'),
  problemMoved: bad('problemMovedDo'),
  problemMovedAway: bad('problemMovedDo'),
  doctorIsService: good(),
  problemAnotherPage: bad('problemAnotherPageDo', 'doctorTryTab'),
  doctorGate: bad('problemAnotherPageDo', 'doctorTryAdmin'),
  problemOdd: bad('problemAnotherPageDo', 'doctorTryAdmin'),
  problemServer: bad('problemLater', 'doctorTryAdmin'),
  problemBusy: bad('problemLater'),
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
  doctorClockUnknown: notChecked(),
  doctorRegistered: good(),
  doctorNoRegistration: notChecked('doctorTryToken'),
  problemClient: bad('doctorTryToken', 'doctorTryResolver'),
  doctorRegistrationFails: bad('problemLater', 'doctorTryToken', 'doctorTryAdmin'),
  doctorPageOpens: good(),
  doctorRedirectRefused: bad('doctorTryToken', 'doctorTryAdmin'),
  doctorPageFails: bad('doctorTryPageAdmin', 'doctorTryToken'),
  doctorTokenGood: good(),
  problemUnauthorised: bad('signInDo'),
  doctorTokenUnsure: bad('problemLater'),
  doctorNotSignedIn: notChecked('signInDo'),
  doctorMayAll: good(),
  doctorMayUnknown: warning(),
  doctorMayNot: bad('problemForbiddenDo'),
  doctorRead: good(),
  problemForbidden: bad('problemForbiddenDo', 'doctorTryAdmin'),
  doctorNotRead: bad('problemLater', 'doctorTryAdmin'),
  doctorWrote: good(),
  doctorWriteTooLarge: bad('doctorTryLargerAdmin'),
  doctorNotWritten: bad('problemLater', 'doctorTryAdmin'),
  doctorPerhapsWritten: bad('doctorTryDelete', 'problemLater', 'doctorTryAdmin'),
  doctorLeftBehind: warning('doctorTryDelete'),
  doctorNotAsked: notChecked(),
};

export type FindingKey = keyof typeof STEP_RESULTS;
export type AdviceKey = (typeof STEP_RESULTS)[FindingKey]['advice'][number] | 'doctorTryNothing';

/** The result of one step, as the background finds it. It contains no secret. */
export interface FoundStep {
  readonly step: Step;
  /** The key of the message that explains the result. */
  readonly key: FindingKey;
  /** The substitutions of that message. */
  readonly values: readonly string[];
  /** True for a step that a signed-in user does not need. */
  readonly isRemark?: true;
}

/** The result of one step, with what it means. */
export interface Finding extends FoundStep {
  readonly outcome: Outcome;
  /** The keys of the advice, the most likely one first. */
  readonly advice: readonly AdviceKey[];
}

/** Explains what was found. A remark is no fault, and has no advice of its own. */
export function explained(found: FoundStep): Finding {
  const { outcome, advice } = STEP_RESULTS[found.key];
  if (!found.isRemark) return { ...found, outcome, advice };
  return {
    ...found,
    outcome: outcome === 'bad' ? 'warning' : outcome,
    advice: advice.length > 0 ? ['doctorTryNothing'] : [],
  };
}

/** A tab of the web app may have findings of another version, with results that this one does not know. */
const isFoundStep = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  Object.hasOwn(STEP_RESULTS, String(value.key));

/** The findings so far, as the background publishes them to pages. */
const Examination = z.object({
  /** The base of the examined server. */
  base: z.string(),
  findings: z.readonly(z.array(z.pipe(z.custom<FoundStep>(isFoundStep), z.transform(explained)))),
  isDone: z.boolean(),
});
export type Examination = z.output<typeof Examination>;

/** Parses the stored examination; null if the doctor has not run. */
export const readExamination = (stored: unknown): Examination | null =>
  Examination.safeParse(stored).data ?? null;

/** Translates a message key with its substitutions. */
export type Say = (key: FindingKey | AdviceKey, values: readonly string[]) => string;

/** Formats the findings about the server at `base`, with their advice, as plain text. */
export function reportOf(findings: readonly Finding[], base: string, say: Say): string {
  const lines = findings.flatMap(({ step, outcome, key, values, advice }) => [
    `${step}: ${outcome} — ${say(key, values)}`,
    ...(outcome === 'good' ? [] : advice.map((one) => `  - ${say(one, [])}`)),
  ]);
  return [base, ...lines].join('\n');
}
