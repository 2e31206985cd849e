import { onlySoManyPages, readPageJump } from '@rowhouse/domain/documents/page-jump.ts';
import { useEffect, useRef, useState } from 'react';
import { snackbars } from '../../../ui/snackbars.tsx';
import type { PdfScreen } from './pdf-screen.ts';
import type { PdfState } from './pdf-state.ts';
import styles from './pdf-view.module.css';
import { Tool } from './viewer-toolbar.tsx';

/** Specification 5: a typed page is gone to after a rest of this long, or on Enter. */
const restMs = 500;

export function PageBar({ screen, state }: { screen: PdfScreen | null; state: PdfState }) {
  const { page, pages, label } = state;
  const [typed, setTyped] = useState<string | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const isOff = state.phase !== 'ready';

  const jump = (text: string) => {
    clearTimeout(rest.current);
    const asked = readPageJump(text, pages);
    if (asked === null) return;
    if (asked.isBeyond) snackbars.warning(onlySoManyPages(pages));
    setTyped(null);
    screen?.goTo(asked.page);
  };
  const type = (written: string) => {
    // Of what is pasted or dropped the digits are left.
    const text = written.replace(/\D/g, '');
    setTyped(text);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => jump(text), restMs);
  };
  const goTo = (next: number) => {
    setTyped(null);
    clearTimeout(rest.current);
    screen?.goTo(next);
  };

  return (
    <nav className={styles.pageBar} aria-label="Pages of the document">
      <Tool icon="first-page" label="First page" isDisabled={isOff || page <= 1} onPress={() => goTo(1)} />
      <Tool
        icon="chevron-left"
        label="Previous page"
        isDisabled={isOff || page <= 1}
        onPress={() => goTo(page - 1)}
      />
      <input
        className={styles.pageInput}
        aria-label="Page"
        inputMode="numeric"
        autoComplete="off"
        disabled={isOff}
        value={typed ?? (isOff ? '' : String(page))}
        // No sign, no fraction: what is no digit does not come into the field, and what is selected stays so.
        onBeforeInput={(event) => {
          const { data } = event.nativeEvent as InputEvent;
          if (data !== null && data.length === 1 && /\D/.test(data)) event.preventDefault();
        }}
        onChange={({ target }) => type(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => typed !== null && (readPageJump(typed, pages) === null ? setTyped(null) : jump(typed))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') jump(event.currentTarget.value);
        }}
      />
      <span className={styles.pageCount}>
        of {isOff ? '–' : pages}
        {label !== null && <span className={styles.pageLabel}> ({label})</span>}
      </span>
      <Tool
        icon="chevron-right"
        label="Next page"
        isDisabled={isOff || page >= pages}
        onPress={() => goTo(page + 1)}
      />
      <Tool
        icon="last-page"
        label="Last page"
        isDisabled={isOff || page >= pages}
        onPress={() => goTo(pages)}
      />
    </nav>
  );
}
