import Button from '@mui/material/Button';
import { showCurrency } from '@rowhouse/domain/kernel/formats.ts';
import type { OrderFault } from '@rowhouse/domain/order-entry/rules.ts';
import { useId } from 'react';
import { Icon } from '../../ui/icons.tsx';
import styles from './order-form.module.css';
import { totalOf, type OrderLine } from './order-lines.ts';
import { stickyBar } from '../../ui/sticky-bar.ts';

type OrderReviewProps = {
  opportunity: string;
  poNumber: string;
  lines: readonly OrderLine[];
  open: readonly OrderFault[];
  /** Whether all that is wrong is told, as after it was tried to submit. */
  isWhole: boolean;
  isSending: boolean;
  goTo: (key: string) => void;
  onSubmit: () => void;
};

const shownAtFirst = 5;

/** What the order comes to and what is left to be done; the one yellow button leads there, and then submits. */
export function OrderReview(props: OrderReviewProps) {
  const { opportunity, poNumber, lines, open, isWhole, isSending, goTo, onSubmit } = props;
  const titleId = useId();
  const total = totalOf(lines);
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const shown = isWhole ? open : open.slice(0, shownAtFirst);
  const [first] = open;
  return (
    <aside ref={stickyBar} className={styles.review} aria-labelledby={titleId} data-sticky-bar>
      <h2 id={titleId} className={styles.reviewTitle}>
        Review
      </h2>
      <dl className={styles.sums}>
        {opportunity !== '' && <Sum name="Opportunity" value={opportunity} />}
        {poNumber !== '' && <Sum name="PO Number" value={poNumber} />}
        {lines.length > 0 && (
          <>
            <Sum
              name={`Options, ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`}
              value={String(lines.length)}
            />
            <Sum
              name="Total net"
              value={total === null ? 'told after submission' : showCurrency(total)}
              isTotal
            />
          </>
        )}
      </dl>
      <div role="status" className={styles.openCount}>
        {open.length === 0
          ? 'Nothing is left to be filled in.'
          : `${open.length} open ${open.length === 1 ? 'point' : 'points'}`}
      </div>
      {open.length > 0 && (
        <ul className={styles.points} aria-label="Open points">
          {shown.map(({ key, sentence }) => (
            <li key={key}>
              <Icon name="warning" size={16} />
              <button type="button" className={styles.point} onClick={() => goTo(key)}>
                {sentence}
              </button>
            </li>
          ))}
          {open.length > shown.length && (
            <li className={styles.more}>and {open.length - shown.length} more</li>
          )}
        </ul>
      )}
      <div className={styles.bar}>
        {first === undefined ? (
          <Button variant="contained" fullWidth disabled={isSending} onClick={onSubmit}>
            {isSending ? 'Submitting' : 'Submit order'}
          </Button>
        ) : (
          <Button variant="contained" fullWidth onClick={() => goTo(first.key)}>
            Next open point
          </Button>
        )}
      </div>
    </aside>
  );
}

function Sum({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
