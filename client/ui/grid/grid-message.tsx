import type { ReactNode } from 'react';

interface GridMessageProps {
  title: string;
  children?: ReactNode;
  /** The way out: Clear, Retry. */
  action?: { label: string; onSelect: () => void };
  /** Another way, beside it. */
  other?: { label: string; onSelect: () => void };
}

/** What stands where rows would be: no data, no match, failed. */
export function GridMessage({ title, children, action, other }: GridMessageProps) {
  return (
    <div className="rh-message">
      <p className="rh-message-title">{title}</p>
      {children && <div className="rh-message-text">{children}</div>}
      {(action ?? other) && (
        <div className="rh-message-actions">
          {[action, other].map(
            (one) =>
              one && (
                <button key={one.label} type="button" className="rh-message-action" onClick={one.onSelect}>
                  {one.label}
                </button>
              ),
          )}
        </div>
      )}
    </div>
  );
}
