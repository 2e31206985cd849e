// The menu page record-details (Specification 2): a record is chosen by its number or a word, and opens at this address.
import { longestSearch } from '@rowhouse/domain/records/limits.ts';
import { useState, type KeyboardEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { findPlaceOfRecordType } from '../features/menu/match-menu-item.ts';
import { useMenu, useMenuActions } from '../features/menu/use-menu.ts';
import { mayOpen } from '../features/records/record-page/record-routes.ts';
import type { RecordLine } from '../features/start/api.ts';
import { useFoundRecords } from '../features/start/use-found-records.ts';
import { toSentence } from '../platform/request-failure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LabelledInput } from '../ui/labelled-input.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import styles from './record-details-page.module.css';
import { RecordPage } from './record-page.tsx';
import { useStartPlaces } from './use-start-places.tsx';

export function RecordDetailsPage({ title }: { title: string }) {
  const [params] = useSearchParams();
  return params.has('recordId') ? <RecordPage /> : <ChooseRecord title={title} />;
}

function ChooseRecord({ title }: { title: string }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const mayOpenType = useOpenableTypes();
  const sought = text.trim().replace(/^#\s*/, '');
  const { data, error, isFetching } = useFoundRecords(sought);
  const grids = (data?.grids ?? []).filter(({ recordTypeId }) => mayOpenType(recordTypeId));
  const found = grids.flatMap(({ records }) => records);
  // An answer that is on its way would open what was sought before.
  const first = isFetching ? undefined : found[0];

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || first === undefined) return;
    event.preventDefault();
    void navigate(hrefOf(first));
  };
  return (
    <>
      <PageHeader title={title} />
      <div className={styles.search} role="search">
        <LabelledInput
          label="Choose a record"
          hint="Its number, or a word that stands in it. Enter opens the first."
          type="search"
          maxLength={longestSearch}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <ProgressLine active={isFetching} label="Searching" />
      </div>
      <p role="status" className="rh-visually-hidden">
        {sought === '' || isFetching || data === undefined ? '' : sayFound(found.length)}
      </p>
      {data !== undefined && data.late.length > 0 && (
        <p
          className={styles.late}
        >{`Searching ${data.late.join(', ')} takes too long here. Search in the grid.`}</p>
      )}
      {error !== null ? (
        <EmptyState title="Records could not be searched" icon="warning">
          {toSentence(error)}
        </EmptyState>
      ) : sought === '' ? (
        <EmptyState title="Choose a record" icon="search">
          Type its number or a word above.
        </EmptyState>
      ) : data !== undefined && found.length === 0 && !isFetching ? (
        <EmptyState title="No items found" icon="search">
          {`Nothing was found for “${sought}”.`}
        </EmptyState>
      ) : (
        grids.map(({ recordTypeId, records }) => (
          <Found key={recordTypeId} recordTypeId={recordTypeId} records={records} />
        ))
      )}
    </>
  );
}

type FoundProps = { recordTypeId: number; records: readonly RecordLine[] };

function Found({ recordTypeId, records }: FoundProps) {
  const { typeName, chip } = useStartPlaces();
  const name = typeName(recordTypeId);
  if (records.length === 0) return null;
  return (
    <section aria-label={name} className={styles.group}>
      <h2 className={styles.name}>{name}</h2>
      <ul className={styles.list}>
        {records.map((record) => (
          <li key={record.id}>
            <Link to={hrefOf(record)} className={styles.record}>
              <span className={styles.number}>{record.recordNumber}</span>
              <span className={styles.words}>{record.title}</span>
              {record.status != null && chip(record.status.name)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** At the same address: the menu item stays chosen. */
const hrefOf = ({ id, recordTypeId }: Pick<RecordLine, 'id' | 'recordTypeId'>): string =>
  `?${new URLSearchParams({ recordId: String(id), recordType: String(recordTypeId) })}`;

const sayFound = (count: number): string =>
  count === 0 ? 'No items found' : count === 1 ? '1 record' : `${count} records`;

/** Which types the role may open on a page of their own. */
function useOpenableTypes(): (recordTypeId: number) => boolean {
  const { data: groups } = useMenu();
  const actions = useMenuActions();
  return (recordTypeId) => {
    const place = findPlaceOfRecordType(groups ?? [], recordTypeId);
    const grants = place && actions.get(place.item.id);
    return grants !== null && grants !== undefined && mayOpen('record-details-viewer', grants);
  };
}
