import warningIcon from 'lucide-static/icons/triangle-alert.svg?icon';
import type { JSX } from 'preact';
import { Icon } from '../components/icon';
import type { Trouble } from './problem-words';

interface TroubleNoteProps {
  readonly trouble: Trouble;
  /** For the field that it is about. */
  readonly id?: string | undefined;
}

/** What did not go, what that means for what is kept, and what to do. It is read out when it comes. */
export function TroubleNote({ trouble, id }: TroubleNoteProps): JSX.Element {
  const { happened, meaning, advice, said } = trouble;
  return (
    <div class="trouble" role="alert" id={id}>
      <Icon shapes={warningIcon} />
      <div>
        <p class="trouble-title">{happened}</p>
        {meaning && <p>{meaning}</p>}
        {advice && <p>{advice}</p>}
        {said && <p class="trouble-said">{said}</p>}
      </div>
    </div>
  );
}
