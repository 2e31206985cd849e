import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { pageDebounceMs, pageSizes } from '@rowhouse/domain/records/limits.ts';
import { pageCount, pagesToOffer, readPageJump } from '@rowhouse/domain/records/paging.ts';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import { useSelection } from '../../../ui/grid/use-grid-store.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import styles from './grid-footer.module.css';

type GridFooterProps = {
  store: GridStore;
  /** The page that was asked for. */
  page: number;
  /** That of the rows at hand. */
  shownPage: number;
  size: number;
  /** Of the rows at hand, which may be older than the page that was asked for. */
  firstRowIndex: number;
  rowsAtHand: number;
  /** Whether there are rows, or the knowledge that there are none. */
  isAnswered: boolean;
  /** Undefined while it is not known. */
  total: number | undefined;
  /** How many groups the rows are gathered in: they have no pages. */
  groups?: number | undefined;
  /** Beside the pages: what stands under the columns. */
  totals?: ReactNode;
  /** All that the filter finds, when all of it is selected, other pages too. */
  allSelected?: number | undefined;
  onPage: (page: number) => void;
  /** By so many pages from wherever one is by then. */
  onStep: (pages: -1 | 1) => void;
  onSize: (size: number) => void;
};

export function GridFooter(props: GridFooterProps) {
  const { store, size, firstRowIndex, rowsAtHand, isAnswered, total, onSize } = props;
  const sizeId = useId();
  const range =
    rowsAtHand === 0 ? '0' : `${showCount(firstRowIndex + 1)}–${showCount(firstRowIndex + rowsAtHand)}`;
  return (
    <div className={styles.footer}>
      {props.totals}
      <SelectionCount store={store} all={props.allSelected} />
      <div className={styles.size}>
        <label htmlFor={sizeId}>Rows per page</label>
        <Select id={sizeId} small value={size} onChange={(event) => onSize(Number(event.target.value))}>
          {pageSizes.map((offered) => (
            <option key={offered} value={offered}>
              {offered}
            </option>
          ))}
        </Select>
      </div>
      <p className={`${styles.range} rh-figures`}>
        {isAnswered && (
          <>
            <strong>{props.groups === undefined ? range : sayGroups(props.groups)}</strong>
            <span>
              {' '}
              of {total === undefined ? '…' : showCount(total)}
              {props.groups !== undefined && ' records'}
            </span>
          </>
        )}
      </p>
      {props.groups === undefined && <Pager {...props} />}
    </div>
  );
}

const sayGroups = (count: number): string => (count === 1 ? '1 group' : `${showCount(count)} groups`);

function Pager({ page, shownPage, size, rowsAtHand, total, onPage, onStep }: GridFooterProps) {
  const pages = total === undefined ? undefined : pageCount(total, size);
  const hasNext = pages === undefined ? rowsAtHand === size : page < pages;
  return (
    <>
      <nav className={styles.pages} aria-label="Pages">
        <button
          type="button"
          className={styles.page}
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onStep(-1)}
        >
          <Icon name="chevron-left" />
        </button>
        <PageNumbers page={page} shownPage={shownPage} pages={pages} onPage={onPage} />
        <button
          type="button"
          className={styles.page}
          aria-label="Next page"
          disabled={!hasNext}
          onClick={() => onStep(1)}
        >
          <Icon name="chevron-right" />
        </button>
      </nav>
      <PageJump page={page} pages={pages} onPage={onPage} />
    </>
  );
}

function SelectionCount({ store, all }: { store: GridStore; all: number | undefined }) {
  const ofPage = useSelection(store).size;
  const size = all ?? ofPage;
  return <p className={styles.selection}>{size > 0 && <strong>{showCount(size)} selected</strong>}</p>;
}

type PagesProps = { page: number; pages: number | undefined; onPage: (page: number) => void };

/** Marked is the page of the rows; the one that is on its way is outlined until they come. */
function PageNumbers({ page, shownPage, pages, onPage }: PagesProps & { shownPage: number }) {
  const offered = pages === undefined ? [page] : pagesToOffer(page, pages);
  return offered.map((number, index) =>
    number === null ? (
      <span key={`gap ${index}`} className={styles.gap} aria-hidden="true">
        …
      </span>
    ) : (
      <button
        key={number}
        type="button"
        className={`${styles.page} ${styles.number} rh-figures`}
        aria-label={`Page ${number}`}
        aria-current={number === shownPage ? 'page' : undefined}
        data-awaited={(number === page && number !== shownPage) || undefined}
        onClick={() => onPage(number)}
      >
        {number}
      </button>
    ),
  );
}

/** Specification 5: it applies after 500 ms, says how many pages there are, and clamps. */
export function PageJump({ page, pages, onPage }: PagesProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const inputId = useId();
  const jump = useRef<() => void>(() => {});
  useEffect(() => {
    jump.current = () => {
      const found = typed === null ? null : readPageJump(typed, pages ?? Number.MAX_SAFE_INTEGER);
      setTyped(null);
      if (!found) return;
      if (found.sentence !== null) snackbars.warning(found.sentence);
      if (found.page !== page) onPage(found.page);
    };
  });
  useEffect(() => {
    if (typed === null || typed.trim() === '') return undefined;
    const timer = setTimeout(() => jump.current(), pageDebounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className={styles.jump}>
      <label htmlFor={inputId}>Go to page</label>
      <input
        id={inputId}
        className={`${styles.jumpInput} rh-figures`}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(page)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') jump.current();
        }}
        onBlur={() => setTyped((current) => (current?.trim() === '' ? null : current))}
      />
    </div>
  );
}
