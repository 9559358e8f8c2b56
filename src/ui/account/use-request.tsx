import { type ReadonlySignal, useSignal } from '@preact/signals';
import warningIcon from 'lucide-static/icons/triangle-alert.svg?icon';
import type { JSX } from 'preact';
import { Icon } from '../components/icon';
import type { RequestResult } from './account-store';
import { accountProblemText, failureText, type ProblemText } from './problem-text';

/** A request to the account store as a form shows it. */
export interface AccountRequest {
  /** True while a request runs. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Why the last request failed; null when it succeeded or before the first one. */
  readonly problem: ReadonlySignal<ProblemText | null>;
  /** Tracks a request. Resolves to true when it succeeded. */
  follow(result: Promise<RequestResult>): Promise<boolean>;
}

/** Tracks the requests of one form, one after the other. */
export function useRequest(): AccountRequest {
  const isBusy = useSignal(false);
  const problem = useSignal<ProblemText | null>(null);
  return {
    isBusy,
    problem,
    async follow(result) {
      isBusy.value = true;
      problem.value = null;
      const answer = await result;
      isBusy.value = false;
      problem.value = answer.ok
        ? answer.value && accountProblemText(answer.value)
        : failureText(answer.error);
      return problem.value === null;
    },
  };
}

interface ProblemNoteProps {
  readonly problem: ProblemText;
  /** Lets a field refer to the note with `aria-describedby`. */
  readonly id?: string | undefined;
}

/** Says what failed, what it means for the data and what to do. Screen readers announce it. */
export function ProblemNote({ problem, id }: ProblemNoteProps): JSX.Element {
  const { happened, meaning, advice, quote } = problem;
  return (
    <div class="problem" role="alert" id={id}>
      <Icon shapes={warningIcon} />
      <div>
        <p class="problem-title semibold">{happened}</p>
        {meaning && <p>{meaning}</p>}
        {advice && <p>{advice}</p>}
        {quote && <p class="problem-quote soft">{quote}</p>}
      </div>
    </div>
  );
}
