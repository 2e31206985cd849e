import type { ReactNode } from 'react';

interface GridMessageProps {
  title: string;
  children?: ReactNode;
  /** The way out: Clear, Retry. */
  action?: { label: string; onSelect: () => void };
}

/** What stands where rows would be: no data, no match, failed. */
export function GridMessage({ title, children, action }: GridMessageProps) {
  return (
    <div className="rh-message">
      <p className="rh-message-title">{title}</p>
      {children && <div className="rh-message-text">{children}</div>}
      {action && (
        <button type="button" className="rh-message-action" onClick={action.onSelect}>
          {action.label}
        </button>
      )}
    </div>
  );
}
