import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { isDataType, type DataType } from '@rowhouse/domain/fields/data-types.ts';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { toSentence } from '../../platform/request-failure.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { findTransmission, resendTransmission, type Transmission, type TransmissionDetails } from './api.ts';
import { nameRecord, RecordLink, type HrefOfRecord } from './record-link.tsx';
import { TransmissionStateChip } from './transmission-state.tsx';
import styles from './transmissions.module.css';
import { useChangeMappings } from './use-mappings.ts';

const lookAgainMs = 2000;

type TransmissionDialogProps = {
  transmission: Pick<Transmission, 'id' | 'direction' | 'company'>;
  hrefOf: HrefOfRecord;
  onClose: () => void;
};

/** One message: where it stands, why, what it carried. It follows what becomes of it while it is open. */
export function TransmissionDialog({ transmission, hrefOf, onClose }: TransmissionDialogProps) {
  const { id, direction, company } = transmission;
  const change = useChangeMappings();
  const { data, error, refetch } = useQuery({
    queryKey: ['transmissions', 'one', direction, id],
    queryFn: ({ signal }) => findTransmission(id, direction, signal),
    refetchInterval: lookAgainMs,
  });
  const state = data?.transmission.state;
  const mayResend = direction === 'SENT' && (state === 'DEAD' || state === 'FAILED');

  async function resend() {
    try {
      await change(() => resendTransmission(id));
      snackbars.success('It is sent again');
    } catch (failure) {
      snackbars.error(`Not sent: ${toSentence(failure)}`);
    }
  }

  return (
    <TitledDialog
      title={direction === 'SENT' ? `Sent to ${company}` : `From ${company}`}
      isWholeOnPhone
      maxWidth="sm"
      onClose={onClose}
    >
      <DialogContent className={styles.content}>
        {data === undefined && error === null && <ProgressLine active label="Loading the message" />}
        {data === undefined && error !== null && (
          <ErrorAlert
            failure={error}
            title="The message could not be loaded"
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && (
          <>
            <Steps details={data} hrefOf={hrefOf} />
            <Carried details={data} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {mayResend && (
          <Button variant="contained" onClick={() => void resend()}>
            Resend
          </Button>
        )}
      </DialogActions>
    </TitledDialog>
  );
}

type StepsProps = { details: TransmissionDetails; hrefOf: HrefOfRecord };

function Steps({ details: { transmission, messageId }, hrefOf }: StepsProps) {
  const { direction, state, reason, at, nextTryAt, tries, record } = transmission;
  const zone = viewerZone();
  return (
    <>
      <p className={styles.state}>
        <TransmissionStateChip state={state} />
        {reason !== null && <span>{reason}</span>}
      </p>
      <dl className={styles.steps}>
        <Step name={direction === 'SENT' ? 'Our record' : 'Became'}>
          <RecordLink record={record} hrefOf={hrefOf} />
        </Step>
        <Step name="Last step">{showInstant(at, zone)}</Step>
        {nextTryAt !== null && <Step name="Tried again">{showInstant(nextTryAt, zone)}</Step>}
        {direction === 'SENT' && <Step name="Tries">{String(tries)}</Step>}
        <Step name="Message id">
          <span className={styles.messageId}>{messageId}</span>
          <CopyButton label="Copy the id" text={messageId} done="Message id copied to clipboard" />
        </Step>
      </dl>
    </>
  );
}

const Step = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** By the names that the offer gives them. */
function Carried({ details: { transmission, values, lines } }: { details: TransmissionDetails }) {
  if (values.length === 0 && lines.length === 0)
    return (
      <p className={styles.quiet}>
        {transmission.record === null
          ? 'What it carried is shown to who sees its record, once it has been read.'
          : 'Nothing of it has been read yet.'}
      </p>
    );
  const columns = new Map(lines.flatMap((line) => line.values.map((value) => [value.name, value])));
  return (
    <>
      <section className={styles.part} aria-label="What it carried">
        <h3 className={styles.heading}>What it carried</h3>
        <dl className={styles.steps}>
          {/* Two fields may have one name. */}
          {values.map((value, index) => (
            <Step key={index} name={value.name}>
              {[showCarried(value), value.currency].filter(Boolean).join(' ')}
            </Step>
          ))}
        </dl>
      </section>
      {lines.length > 0 && (
        <section className={styles.part} aria-label="Lines">
          <h3 className={styles.heading}>{lines.length === 1 ? '1 line' : `${lines.length} lines`}</h3>
          <ScrollTable
            label={`Lines of ${nameRecord(transmission.record)}`}
            rows={lines}
            rowKey={(_line, index) => index}
            isCardsOnPhone
            columns={[...columns.values()].map(({ name, currency, dataType }, index) => ({
              key: name,
              isAmount: isAmount(dataType),
              name: [name, currency].filter(Boolean).join(' '),
              isRowHeader: index === 0,
              renderCell: (line: TransmissionDetails['lines'][number]) => {
                const found = line.values.find((one) => one.name === name);
                return found === undefined ? '' : showCarried(found);
              },
            }))}
          />
        </section>
      )}
    </>
  );
}

/** As a cell of the grid shows it. */
const showCarried = ({ value, dataType }: TransmissionDetails['values'][number]): string =>
  isKnown(dataType) ? valueOf(dataType).show(value, { timeZone: viewerZone(), nameOf: () => '' }) : value;

const isKnown = (dataType: string | null | undefined): dataType is DataType =>
  dataType != null && isDataType(dataType);

const isAmount = (dataType: string | null | undefined): boolean =>
  isKnown(dataType) && valueOf(dataType).family === 'number';
