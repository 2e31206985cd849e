import { sayAbsence, sayTaken } from '@rowhouse/domain/transmissions/absent-field.ts';
import Button from '@mui/material/Button';
import { toSentence } from '../../platform/request-failure.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { updateMapping, type OwnMapping } from './api.ts';
import { MappingState } from './mapping-state.tsx';
import styles from './transmissions.module.css';
import { useChangeMappings } from './use-mappings.ts';

type OwnMappingsProps = { mappings: readonly OwnMapping[]; onChange: (mapping: OwnMapping) => void };

/** What this company sends to others. */
export function OwnMappings({ mappings, onChange }: OwnMappingsProps) {
  const change = useChangeMappings();
  if (mappings.length === 0)
    return (
      <EmptyState title="Nothing is sent to other companies" icon="switch">
        A mapping says which records go to which company, and when. The other company approves it before
        anything is sent.
      </EmptyState>
    );

  async function turn(mapping: OwnMapping) {
    const { id, version, enabled, transferSettings, fields } = mapping;
    const { triggerField, triggerValue, ...settings } = transferSettings;
    try {
      await change(() =>
        updateMapping({
          id,
          version,
          enabled: !enabled,
          triggerField: triggerField ?? '',
          triggerValue: triggerValue ?? '',
          ...settings,
          fields: fields.map(({ key }) => key),
        }),
      );
      snackbars.success('Changes Saved!');
    } catch (failure) {
      snackbars.error(`Save changes failed: ${toSentence(failure)}`);
    }
  }

  return (
    <StackedTable
      label="What is sent"
      rows={mappings}
      rowKey={({ id }) => id}
      columns={[
        {
          name: 'Mapping',
          renderCell: ({ recordType, targetName, targetEnabled }) =>
            `${recordType.name} to ${targetName}${targetEnabled ? '' : ' (Disabled)'}`,
        },
        {
          name: 'Sent when',
          renderCell: ({ transferSettings: { triggerField, triggerValue }, fields, absentFields }) =>
            `${nameTrigger(triggerField, fields, absentFields)} is ${triggerValue ?? 'not said'}`,
        },
        {
          name: 'Fields',
          renderCell: ({ fields }) =>
            sayTaken(fields.filter(({ absence }) => absence == null).length, fields),
        },
        {
          name: 'State',
          renderCell: ({ state, version }) => (
            <span className={styles.state}>
              <MappingState state={state} side="own" />
              <span className={styles.quiet}>{`version ${version}`}</span>
            </span>
          ),
        },
      ]}
      renderActions={(mapping) => (
        <span className={styles.actions}>
          <Button size="small" onClick={() => onChange(mapping)} aria-label={`Change ${nameOf(mapping)}`}>
            Change
          </Button>
          {mapping.state !== 'DRAFT' && (
            <Button
              size="small"
              onClick={() => void turn(mapping)}
              aria-label={`${mapping.enabled ? 'Switch off' : 'Switch on'} ${nameOf(mapping)}`}
            >
              {mapping.enabled ? 'Switch off' : 'Switch on'}
            </Button>
          )}
        </span>
      )}
    />
  );
}

const nameOf = ({ recordType, targetName }: OwnMapping): string => `${recordType.name} to ${targetName}`;

const baseTriggers: Readonly<Record<string, string>> = { status: 'Status', problemCode: 'Problem Code' };

function nameTrigger(
  key: string | null,
  fields: OwnMapping['fields'],
  absent: OwnMapping['absentFields'],
): string {
  const gone = absent.find((field) => field.key === key);
  if (gone !== undefined) return `${gone.name} (${sayAbsence[gone.absence]})`;
  return fields.find((field) => field.key === key)?.name ?? baseTriggers[key ?? ''] ?? 'A field';
}
