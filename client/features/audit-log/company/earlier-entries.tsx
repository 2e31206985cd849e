// What comes after the entries that are shown. Of few among very many the answer says how far back was looked.
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { focusIfLost } from '../../../ui/focus-if-lost.ts';
import { showMoment } from '../show-moment.ts';
import type { CompanyLog } from './api.ts';
import styles from './company-audit.module.css';

type AuditPage = {
  readonly logs: readonly CompanyLog[];
  readonly lookedBack: { readonly datetime: string } | null;
};

type EarlierQuery = {
  readonly data: { readonly pages: readonly AuditPage[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
};

export function EarlierEntries({ query }: { query: EarlierQuery }) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const last = data?.pages.at(-1);
  const lookedBack = last?.lookedBack ?? null;
  const isFruitless = lookedBack !== null && last?.logs.length === 0;
  // Each answer looks back a little further: it goes on until something is found, or somebody stops it.
  const [isAsked, setAsked] = useState(false);
  const isLooking = isAsked && isFruitless && hasNextPage && !isError;
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage();
  }, [isLooking, isFetching, fetchNextPage]);
  const hadNextPage = useRef(hasNextPage);
  useEffect(() => {
    // The first entry is shown, and the button goes: the keyboard goes on at the last row.
    if (hadNextPage.current && !hasNextPage)
      focusIfLost([...document.querySelectorAll<HTMLElement>('main table :is(a, button)')].at(-1));
    hadNextPage.current = hasNextPage;
  }, [hasNextPage]);
  if (!hasNextPage) return null;
  const isAnyFound = data?.pages.some(({ logs }) => logs.length > 0) ?? false;
  return (
    <div className={styles.earlier}>
      {lookedBack !== null && (
        <p role="status" className={styles.reach}>
          {isAnyFound ? 'No others found' : 'No entries found'} since {showMoment(lookedBack.datetime)} What
          is older was not looked at yet.
        </p>
      )}
      {isLooking ? (
        <Button variant="outlined" onClick={() => setAsked(false)}>
          Stop
        </Button>
      ) : (
        <Button
          variant="outlined"
          // Closed in earnest it would lose the focus with each press.
          aria-disabled={isFetching}
          onClick={() => {
            if (isFetching) return;
            setAsked(lookedBack !== null);
            void fetchNextPage();
          }}
        >
          {lookedBack === null ? 'Show earlier entries' : 'Look further back'}
        </Button>
      )}
    </div>
  );
}
