// The sections of a long page, as links that bring them into view, and which of them is in view. A phone has no room for the
// names beside each other: there the one in view opens a menu of all.
import MenuItem from '@mui/material/MenuItem';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { MenuButton } from './menu-button.tsx';
import styles from './section-anchors.module.css';
import { useMediaQuery } from './use-media-query.ts';

export type Section = {
  /** Of the element in the page. */
  readonly id: string;
  readonly title: string;
  readonly count?: number | undefined;
};

type SectionAnchorsProps = {
  sections: readonly Section[];
  /** What scrolls. */
  scroller: RefObject<HTMLElement | null>;
};

/** A section is in view when its head has come to the upper edge. */
const edgePx = 96;

export function SectionAnchors({ sections, scroller }: SectionAnchorsProps) {
  const [current, setCurrent] = useState(sections[0]?.id ?? null);
  const nav = useRef<HTMLElement>(null);
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const look = ({ target }: { target: EventTarget | null }) => {
      // On a low screen it is not the form that scrolls, but what it stands in.
      const root = target instanceof HTMLElement ? target : null;
      if (root === null || nav.current === null || !root.contains(nav.current) || root === nav.current)
        return;
      const top = Math.max(root.getBoundingClientRect().top, nav.current.getBoundingClientRect().top);
      const isAtEnd = root.scrollTop > 0 && root.scrollTop + root.clientHeight >= root.scrollHeight - 2;
      const passed = ids.split(' ').filter((id) => {
        const element = document.getElementById(id);
        return element !== null && (isAtEnd || element.getBoundingClientRect().top - top <= edgePx);
      });
      setCurrent(passed.at(-1) ?? ids.split(' ')[0] ?? null);
    };
    look({ target: scroller.current });
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', look, { capture: true });
  }, [ids, scroller]);
  // The name of the section that one reads is in sight too, where the line of names is longer than the screen.
  useEffect(() => {
    const line = nav.current;
    const name = line?.querySelector<HTMLElement>('[aria-current]');
    if (line && name) line.scrollLeft = name.offsetLeft - (line.clientWidth - name.offsetWidth) / 2;
  }, [current]);

  const goTo = (id: string) => {
    const element = document.getElementById(id);
    element?.scrollIntoView({ block: 'start' });
    element?.focus({ preventScroll: true });
    setCurrent(id);
  };
  const isPhone = useMediaQuery('(width < 480px)');
  if (isPhone && sections.length > 2) {
    const at = Math.max(
      0,
      sections.findIndex(({ id }) => id === current),
    );
    return (
      <nav ref={nav} aria-label="Sections" className={styles.chosen}>
        <MenuButton
          label={<span className={styles.title}>{sections[at]?.title}</span>}
          align="left"
          variant="text"
          className={styles.opener!}
        >
          {(close) =>
            sections.map(({ id, title, count }) => (
              <MenuItem
                key={id}
                selected={current === id}
                onClick={() => {
                  close();
                  // The menu gives the focus back to its button when it goes.
                  setTimeout(() => goTo(id), 0);
                }}
              >
                {title}
                {count !== undefined && <span className={styles.count}>{count.toLocaleString('en-US')}</span>}
              </MenuItem>
            ))
          }
        </MenuButton>
      </nav>
    );
  }
  return (
    <nav ref={nav} aria-label="Sections" className={styles.nav}>
      <ul className={styles.list}>
        {sections.map(({ id, title, count }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.anchor}
              aria-current={current === id || undefined}
              onClick={() => goTo(id)}
            >
              {title}
              {count !== undefined && <span className={styles.count}>{count.toLocaleString('en-US')}</span>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
