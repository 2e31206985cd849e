import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { findPastOrderLines, findPastOrders, type OrderForm, type PastOrder } from './api.ts';
import styles from './order-lines.module.css';
import type { OrderLine } from './order-lines.ts';
import type { OrderFilesState } from './use-order-files.ts';

export type TakenOrder = {
  /** In which its lines are ordered again: the one that was chosen, else its own. */
  readonly opportunity: string;
  /** As the file has it; '' where it is not known. */
  readonly dealerId: string;
  readonly lines: readonly OrderLine[];
};

type OrderAgainProps = {
  form: OrderForm;
  files: OrderFilesState;
  /** The opportunity that was chosen; '' for none. */
  chosen: string;
  onTake: (order: TakenOrder) => void;
};

/** The lines of an earlier order in this one; the options say what has changed since. */
export function OrderAgain({ form, files, chosen, onTake }: OrderAgainProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.again}>
      <Button
        variant="outlined"
        size="small"
        startIcon={<Icon name="copy" size={16} />}
        onClick={() => setOpen(true)}
      >
        Order again
      </Button>
      {isOpen && (
        <PastOrdersDialog
          {...{ form, files, chosen }}
          onTake={(order) => {
            setOpen(false);
            onTake(order);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

const withoutOpportunity =
  'This order names no opportunity, whose options could be ordered. Choose the opportunity first.';
const withoutLines = 'This order has no options that could be ordered again.';

function PastOrdersDialog({
  form,
  files,
  chosen,
  onTake,
  onClose,
}: OrderAgainProps & { onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['order-entry', 'past', form.id],
    queryFn: ({ signal }) => findPastOrders(form.id, signal),
    staleTime: 0,
  });
  const [failure, setFailure] = useState<unknown>(null);
  const [isTaking, setTaking] = useState(false);

  async function take(past: PastOrder) {
    setFailure(null);
    const opportunity = chosen || (past.opportunity ?? '');
    if (opportunity === '') {
      setFailure(new Error(withoutOpportunity));
      return;
    }
    setTaking(true);
    try {
      const lines = await findPastOrderLines(form.id, past.recordId);
      if (lines.length === 0) {
        setFailure(new Error(withoutLines));
        return;
      }
      const about =
        chosen === '' && files.state === 'ready' ? await files.files.about(opportunity) : undefined;
      onTake({
        opportunity,
        dealerId: about?.opportunity?.customerNumber ?? '',
        lines: lines.map(({ option, quantity, price }) => ({ option, quantity, price: price ?? '' })),
      });
    } catch (refusal) {
      setFailure(refusal);
    } finally {
      setTaking(false);
    }
  }

  return (
    <TitledDialog title="Order again" isWholeOnPhone maxWidth="sm" onClose={onClose}>
      <DialogContent className={styles.content}>
        {failure !== null && <ErrorAlert failure={failure} title="The lines did not come in" />}
        {data === undefined &&
          (error === null ? (
            <ProgressLine active label="Loading your orders" />
          ) : (
            <ErrorAlert
              failure={error}
              title="Your orders could not be loaded"
              onRetry={() => void refetch()}
            />
          ))}
        {data?.length === 0 && (
          <EmptyState title="You have not ordered by this form yet" icon="cart">
            Orders that you submit stand here, to order their options again.
          </EmptyState>
        )}
        {data !== undefined && data.length > 0 && (
          <>
            <p className={styles.hint}>
              The options of the order that you choose come into this one. What has changed since is marked.
            </p>
            <ul className={styles.orders} aria-label="Your last orders">
              {data.map((past) => (
                <li key={past.recordId}>
                  <button
                    type="button"
                    className={styles.order}
                    disabled={isTaking}
                    onClick={() => void take(past)}
                  >
                    <strong>{past.recordNumber === null ? 'An order' : `Order ${past.recordNumber}`}</strong>
                    <span>{detailsOf(past).join(', ')}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </TitledDialog>
  );
}

const detailsOf = ({ poNumber, opportunity, createdAt }: PastOrder): string[] => [
  ...(poNumber === null ? [] : [`PO ${poNumber}`]),
  ...(opportunity === null ? [] : [opportunity]),
  ...(createdAt === null ? [] : [showInstant(createdAt, viewerZone())]),
];
