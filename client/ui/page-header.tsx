import { useContext, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import styles from './page-header.module.css';
import { ReasonSlots } from './reason-slots.ts';

type PageHeaderProps = {
  title: string;
  /** Beside the title and not part of it, such as '1,204 of 4,012'. */
  aside?: ReactNode;
  /** Buttons on the right; the one primary button last. */
  actions?: ReactNode;
};

/** The page's only h1. It names the document, and takes the focus when one comes from another page. */
export function PageHeader({ title, aside, actions }: PageHeaderProps) {
  const heading = useTitleFocus(title);
  const reason = useContext(ReasonSlots)?.header;
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {(actions !== undefined || reason !== undefined) && (
        <div className={styles.actions}>
          {reason}
          {/* Alone in an element: the button that comes in the place of the pressed one has its focus then. */}
          <div className={styles.own}>{actions}</div>
        </div>
      )}
    </header>
  );
}

let lastPath: string | null = null;
/** The title that went away had the focus: a page that shows itself in two steps passes it on. */
let focusInheritable = false;

/**
 * For a page that draws its own h1: put the answer on it with tabIndex -1. The first page of a visit does not
 * take the focus, so that the skip link stays the first stop.
 */
export function useTitleFocus(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const { viewingAs } = document.documentElement.dataset;
    const as = viewingAs === undefined ? '' : `As ${viewingAs}: `;
    document.title = `${as}${title} · ${document.documentElement.dataset['brand'] ?? 'Rowhouse'}`;
  }, [title]);
  // In the layout phase, because a title that goes away is asked while it still stands in the page.
  useLayoutEffect(() => {
    const element = heading.current;
    return () => {
      focusInheritable = element !== null && element === document.activeElement;
    };
  }, []);
  useEffect(() => {
    // A page whose first field took the focus keeps it there.
    const isInField = document.activeElement instanceof HTMLInputElement;
    if (!isInField && (focusInheritable || (lastPath !== null && lastPath !== pathname))) {
      heading.current?.focus({ preventScroll: true });
    }
    focusInheritable = false;
    lastPath = pathname;
  }, [pathname]);
  return heading;
}
