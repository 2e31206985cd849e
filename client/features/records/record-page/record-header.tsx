// The head of a record's page: where it stands, what it is called, what state it is in, and what can be done with it.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CrumbList, type Crumb } from '../../../ui/breadcrumbs.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { useTitleFocus } from '../../../ui/page-header.tsx';
import styles from './record-header.module.css';

type RecordHeaderProps = {
  crumbs: readonly Crumb[];
  /** The number, or the id of a record that has none. */
  name: string;
  description: string;
  isDeleted: boolean;
  isPhone: boolean;
  /** Status, problem code and who it is assigned to. */
  facts: ReactNode;
  pager?: ReactNode;
  viewModes?: ReactNode;
  menu: ReactNode;
  /** The buttons of the current mode, the yellow one last. On a phone they stand at the bottom of the page. */
  slot: ReactNode;
  /** Who changed it last, or what is not saved; at the right of the facts. */
  note: ReactNode;
};

export function RecordHeader(props: RecordHeaderProps) {
  const { crumbs, name, description, isPhone, facts, pager, viewModes, menu, slot, note } = props;
  const heading = useTitleFocus([name, description].filter(Boolean).join(' '));
  const list = crumbs.at(-2);
  const title = (
    <h1 ref={heading} tabIndex={-1} className={styles.title}>
      <span className={styles.number}>{name}</span>
      {props.isDeleted && isPhone && <span className={styles.deleted}> Deleted</span>}
      {description !== '' && <span className={styles.description}> {description}</span>}
      {props.isDeleted && !isPhone && <span className={styles.deleted}> Deleted</span>}
    </h1>
  );
  return (
    <header className={styles.header}>
      {isPhone ? (
        <div className={styles.bar}>
          {list?.to !== undefined && (
            <Link to={list.to} state={list.state} className={styles.back} aria-label={`Back to ${list.name}`}>
              <Icon name="chevron-left" size={20} />
            </Link>
          )}
          {title}
          {pager}
        </div>
      ) : (
        <>
          <CrumbList crumbs={crumbs} />
          <div className={styles.top}>
            {title}
            <div className={styles.tools}>
              {pager}
              {viewModes}
              {menu}
              {slot}
            </div>
          </div>
        </>
      )}
      {(facts ?? note) != null && (
        <div className={styles.bottom}>
          <div className={styles.facts}>{facts}</div>
          <p className={styles.note}>{note}</p>
        </div>
      )}
    </header>
  );
}

/** While the record is on its way: as high as the head that comes. */
export function RecordHeaderFirst({ crumbs, isPhone }: { crumbs: readonly Crumb[]; isPhone: boolean }) {
  return (
    <header className={styles.header}>
      {!isPhone && <CrumbList crumbs={crumbs} />}
      <div className={isPhone ? styles.bar : styles.top}>
        <h1 className={styles.title}>
          <span className={styles.bone} style={{ width: 220 }}>
            <span className="rh-visually-hidden">The record is loading</span>
          </span>
        </h1>
      </div>
      <div className={styles.bottom}>
        <span className={styles.bone} style={{ width: 300 }} />
      </div>
    </header>
  );
}
