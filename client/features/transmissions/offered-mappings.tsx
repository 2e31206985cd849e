import { sayTaken } from '@rowhouse/domain/transmissions/absent-field.ts';
import Button from '@mui/material/Button';
import { toSentence } from '../../platform/request-failure.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { declineMapping, type OfferedMapping } from './api.ts';
import { MappingState } from './mapping-state.tsx';
import styles from './transmissions.module.css';
import { useChangeMappings } from './use-mappings.ts';

type OfferedMappingsProps = {
  offers: readonly OfferedMapping[];
  onLook: (offer: OfferedMapping) => void;
};

/** What other companies would send to this one. */
export function OfferedMappings({ offers, onLook }: OfferedMappingsProps) {
  const change = useChangeMappings();
  const confirm = useConfirm();
  if (offers.length === 0)
    return (
      <EmptyState title="No company offers anything" icon="switch">
        Another company offers its records by this company's address. Nothing arrives before it is approved
        here.
      </EmptyState>
    );

  async function decline(offer: OfferedMapping) {
    const isSure = await confirm({
      title: `Take nothing of ${offer.typeName} from ${offer.company}?`,
      confirmLabel: 'Decline',
      tone: 'danger',
    });
    if (!isSure) return;
    try {
      await change(() => declineMapping(offer.id));
      snackbars.success('It is declined');
    } catch (failure) {
      snackbars.error(`Save changes failed: ${toSentence(failure)}`);
    }
  }

  return (
    <StackedTable
      label="What is offered"
      rows={offers}
      rowKey={({ id }) => id}
      columns={[
        { name: 'Offer', renderCell: ({ company, typeName }) => `${typeName} of ${company}` },
        {
          name: 'Fields',
          renderCell: sayPairs,
        },
        {
          name: 'Approved by',
          renderCell: ({ acceptance }) =>
            acceptance?.approvedVersion == null ? '' : (acceptance.approvedBy ?? 'Somebody who left'),
        },
        {
          name: 'State',
          renderCell: ({ state, version }) => (
            <span className={styles.state}>
              <MappingState state={state} side="offered" />
              <span className={styles.quiet}>{`version ${version}`}</span>
            </span>
          ),
        },
      ]}
      renderActions={(offer) => (
        <span className={styles.actions}>
          <Button
            size="small"
            variant={offer.state === 'OFFERED' || offer.state === 'CHANGED' ? 'outlined' : 'text'}
            onClick={() => onLook(offer)}
            aria-label={`${verbOf(offer)} ${offer.typeName} of ${offer.company}`}
          >
            {verbOf(offer)}
          </Button>
          {offer.state !== 'DECLINED' && (
            <Button
              size="small"
              onClick={() => void decline(offer)}
              aria-label={`Decline ${offer.typeName} of ${offer.company}`}
            >
              Decline
            </Button>
          )}
        </span>
      )}
    />
  );
}

/** Of what is offered now: an earlier offer may have had more. */
function sayPairs({ items, acceptance }: OfferedMapping): string {
  const offered = new Set(items.map(({ number }) => number));
  const pairs = acceptance?.pairs.filter(({ item }) => offered.has(item)) ?? [];
  return sayTaken(
    items.length,
    pairs.map(({ absence }) => ({ isTaken: true, absence })),
  );
}

const verbOf = ({ state }: OfferedMapping): string => (state === 'APPROVED' ? 'Change' : 'Look and approve');
