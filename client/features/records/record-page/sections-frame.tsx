// The form of a record as a column of cards, with the names of the cards above it as links. The page of a record and the
// form of a new one stand in it.
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { SectionAnchors, type Section } from '../../../ui/section-anchors.tsx';
import styles from './record-page.module.css';

type SectionsFrameProps = {
  label: string;
  sections: readonly Section[];
  /** Beside the names of the sections. */
  aside?: ReactNode;
  children: ReactNode;
};

export function SectionsFrame({ label, sections, aside, children }: SectionsFrameProps) {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={scroller}
      className={styles.form}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys
      tabIndex={0}
      role="group"
      aria-label={label}
      data-region
    >
      <div className={styles.anchors}>
        <SectionAnchors sections={sections} scroller={scroller} />
        {aside}
      </div>
      <div className={styles.sections}>{children}</div>
    </div>
  );
}

type SectionCardProps = {
  id: string;
  title: string;
  /** At the right of its head. */
  more?: ReactNode;
  children: ReactNode;
};

export function SectionCard({ id, title, more, children }: SectionCardProps) {
  return (
    <section id={id} tabIndex={-1} className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  );
}

type SectionsFormProps = { id?: string; label: string; onSubmit: () => void; children: ReactNode };

/** The cards whose inputs are saved together. */
export function SectionsForm({ id, label, onSubmit, children }: SectionsFormProps) {
  return (
    <form
      id={id}
      noValidate
      className={styles.inputs}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** Up to so many lines stand at their full height; more scroll in the height of the panel under a row (Specification 9). */
const mostOpenLines = 12;
const panelPx = 460;

type LinesCardProps = { id: string; title: string; count: number; children: ReactNode };

export function LinesCard({ id, title, count, children }: LinesCardProps) {
  const rows = Math.max(count, 2);
  return (
    <section id={id} tabIndex={-1} className={styles.lines} aria-label={`${title}, section`}>
      <div
        className={styles.linesHeight}
        style={
          {
            '--lines-height': `${count > mostOpenLines ? panelPx : Math.max(200, 130 + rows * 40)}px`,
          } as CSSProperties
        }
      >
        {children}
      </div>
    </section>
  );
}
