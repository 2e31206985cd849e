// A record on a board or in a calendar: its address, with what tells it at a glance, and a button for all that can be done.
import { memo, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import type { CardFields } from '../phone/card-fields.ts';
import { rowLabel, type RecordRow } from '../record-row.ts';
import styles from './layouts.module.css';

type RecordCardProps = {
  record: RecordRow;
  fields: CardFields;
  href: string;
  /** Where it is walked to by keys. */
  column: number;
  index: number;
  style?: CSSProperties;
  isLifted: boolean;
  isSending: boolean;
  mark: string | undefined;
  /** On a day of a calendar: one line. */
  isSmall?: boolean;
};

/** Clicks and keys are heard by what holds the cards: it finds the record by the place of the card. */
export const RecordCard = memo(function RecordCard(props: RecordCardProps): ReactNode {
  const { record, fields, isLifted, isSending, mark, isSmall = false } = props;
  const { party, amount, date, person } = fields;
  const number = record.recordNumber ?? `ID ${record.id}`;
  return (
    <div
      className={isSmall ? `${styles.card} ${styles.small}` : styles.card}
      style={props.style}
      data-card
      data-record={record.id}
      data-lifted={isLifted || undefined}
      data-tone={record.enabled === false ? 'muted' : mark === undefined ? undefined : 'marked'}
      title={mark}
      aria-busy={isSending || undefined}
    >
      <a
        href={props.href}
        className={styles.link}
        draggable={false}
        tabIndex={-1}
        data-stop
        data-column={props.column}
        data-index={props.index}
        data-record={record.id}
        onClick={leaveToBrowser}
      >
        {isSmall ? (
          <>
            <span className={styles.number}>{number}</span>
            <span className={styles.party}>{party?.text(record) || amount?.text(record)}</span>
          </>
        ) : (
          <>
            <span className={styles.line}>
              <span className={styles.number}>{number}</span>
              <span className={styles.amount}>{amount?.text(record)}</span>
            </span>
            <span className={styles.party}>{party?.text(record)}</span>
            <span className={`${styles.line} ${styles.quiet}`}>
              <span className="rh-figures" title={date?.header}>
                {date?.text(record)}
              </span>
              <span className={styles.person}>{person?.text(record)}</span>
            </span>
          </>
        )}
      </a>
      <button
        type="button"
        tabIndex={-1}
        className={styles.more}
        aria-haspopup="menu"
        aria-label={`Actions for ${rowLabel(record)}`}
        data-actions={record.id}
      >
        <Icon name="more" size={isSmall ? 16 : 18} />
      </button>
    </div>
  );
});

/** A plain click is the screen's; with Ctrl, Shift or the middle button the address is the browser's to open. */
function leaveToBrowser(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) event.stopPropagation();
  else event.preventDefault();
}
