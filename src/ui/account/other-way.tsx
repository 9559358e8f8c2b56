import chevronIcon from 'lucide-static/icons/chevron-right.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from '../components/icon';
import { type PlainKey, t } from '../strings';
import type { Way } from './ways';

const NAMES = {
  code: 'signInOpenPage',
  device: 'signInByDevice',
  password: 'signInByPassword',
  token: 'signInByToken',
} as const satisfies Record<Way, PlainKey>;

interface OtherWayProps {
  readonly way: Way;
  readonly isOpen: boolean;
  /** True when it replaces the form that the person was using: then it takes the focus. */
  readonly isInstead: boolean;
  readonly onToggle: () => void;
  readonly children: ComponentChildren;
}

/** A way that is not the first choice: its name, and under it what it takes once it is opened. */
export function OtherWay(props: OtherWayProps): JSX.Element {
  const { way, isOpen, isInstead, onToggle, children } = props;
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focus stays where it is when the person has moved on.
    if (!isOpen || !isInstead || document.activeElement !== document.body) return;
    body.current?.querySelector('input')?.focus();
  }, [isOpen, isInstead]);
  return (
    <div class="account-way">
      <button
        type="button"
        class="account-way-name"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <Icon shapes={chevronIcon} />
        <span>{t(NAMES[way])}</span>
      </button>
      {isOpen && (
        <div id={id} class="account-way-body" ref={body}>
          {children}
        </div>
      )}
    </div>
  );
}
