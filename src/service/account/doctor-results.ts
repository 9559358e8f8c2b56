// Explains what the doctor found. Only pages need it, so it is not in the background.
import * as z from 'zod/mini';

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
 * Every result of a check, by its message key, with its outcome and the message keys of the advice, the
 * most likely one first.
 */
export const CHECK_RESULTS = {
  doctorReached: good(),
  doctorPlain: warning('doctorTrySecure'),
  doctorNotReached: bad('doctorTryTab', 'problemOfflineDo', 'doctorTryCertificate'),
  doctorNotReachedHome: bad('doctorTryTab', 'problemOfflineDo', 'doctorTryPlain'),
  problemTimeout: bad('problemLater', 'doctorTryTab'),
  problemInterrupted: bad('problemLater', 'doctorTryAdmin'),
  problemMoved: bad('problemMovedDo'),
  problemMovedAway: bad('problemMovedDo'),
  problemAnotherPage: bad('problemAnotherPageDo', 'doctorTryTab'),
  doctorGate: bad('problemAnotherPageDo', 'doctorTryAdmin'),
  problemOdd: bad('problemAnotherPageDo', 'doctorTryAdmin'),
  problemServer: bad('problemLater', 'doctorTryAdmin'),
  problemBusy: bad('problemLater'),
  doctorVersion: good(),
  doctorVersionLeafmark: good(),
  doctorVersionOld: warning('doctorTryUpdate'),
  doctorClockDiffers: warning('doctorTryClock'),
  doctorTokenGood: good(),
  doctorNotSignedIn: notChecked('signInDo'),
  problemUnauthorised: bad('signInDo', 'doctorTryHeader'),
  doctorMayNot: bad('problemForbiddenDo'),
  problemForbidden: bad('problemForbiddenDo', 'doctorTryAdmin'),
  doctorWrote: good(),
  doctorWriteTooLarge: bad('doctorTryLargerAdmin'),
  doctorLeftBehind: bad('doctorTryDelete', 'doctorTryAdmin'),
  doctorNotAsked: notChecked(),
};

export type FindingKey = keyof typeof CHECK_RESULTS;
export type AdviceKey = (typeof CHECK_RESULTS)[FindingKey]['advice'][number];

/** The result of one check, as the background finds it. It contains no secret. */
const FoundCheck = z.object({
  /** They find out if the server is reached, which one it is, who is signed in, and if it takes pages. */
  check: z.enum(['reach', 'server', 'signIn', 'write']),
  /** The key of the message that explains the result. A tab of the web app may be of another version. */
  key: z.custom<FindingKey>((key) => Object.hasOwn(CHECK_RESULTS, String(key))),
  /** The substitutions of that message. */
  values: z.readonly(z.array(z.string())),
});
export type FoundCheck = z.output<typeof FoundCheck>;
export type Check = FoundCheck['check'];

/** Explains what was found. */
export const explained = (found: FoundCheck) => ({
  ...found,
  outcome: CHECK_RESULTS[found.key].outcome,
  /** The keys of the advice, the most likely one first. */
  advice: CHECK_RESULTS[found.key].advice as readonly AdviceKey[],
});
/** The result of one check, with what it means. */
export type Finding = ReturnType<typeof explained>;

/** The findings so far, as the background publishes them to pages. */
const Examination = z.object({
  /** The base of the examined server. */
  base: z.string(),
  findings: z.readonly(z.array(z.pipe(FoundCheck, z.transform(explained)))),
  isDone: z.boolean(),
});
export type Examination = z.output<typeof Examination>;

/** Parses the stored examination; null if the doctor has not run. */
export const readExamination = (stored: unknown): Examination | null =>
  Examination.safeParse(stored).data ?? null;

/** Translates a message key with its substitutions. */
type Say = (key: FindingKey | AdviceKey, values: readonly string[]) => string;

/** Formats the findings about the server at `base`, with their advice, as plain text. */
export function reportOf(findings: readonly Finding[], base: string, say: Say): string {
  const lines = findings.flatMap(({ check, outcome, key, values, advice }) => [
    `${check}: ${outcome} — ${say(key, values)}`,
    ...advice.map((one) => `  - ${say(one, [])}`),
  ]);
  return [base, ...lines].join('\n');
}
