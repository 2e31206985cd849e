import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/icons.tsx';
import styles from './order-confirmation.module.css';

type OrderConfirmationProps = {
  recordNumber: number | null;
  /** Of the record's own page; null where the role has no grid of the type. */
  recordPath: string | null;
  onPrint: () => void;
  onNew: () => void;
};

export function OrderConfirmation({ recordNumber, recordPath, onPrint, onNew }: OrderConfirmationProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={styles.panel}>
      <span className={styles.mark}>
        <Icon name="check" size={28} />
      </span>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {recordNumber === null ? 'Your order was submitted' : `Order ${recordNumber} was submitted`}
      </h2>
      <p>It is kept with its options. Submitting it again makes no second order.</p>
      <div className={styles.actions}>
        {recordPath !== null && (
          <Button component={Link} to={recordPath} variant="outlined">
            Open the record
          </Button>
        )}
        <Button variant="outlined" startIcon={<Icon name="print" />} onClick={onPrint}>
          Print…
        </Button>
        <Button variant="contained" startIcon={<Icon name="plus" />} onClick={onNew}>
          New order
        </Button>
      </div>
    </section>
  );
}
