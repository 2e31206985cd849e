import Button from '@mui/material/Button';
import { useState } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { OptionPicker } from '../../ui/inputs/option-picker.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { translateValue, type UntranslatedValue } from './api.ts';
import styles from './transmissions.module.css';
import { useChangeMappings, useUntranslated } from './use-mappings.ts';

const keyOf = ({ mappingId, item, theirs }: UntranslatedValue): string => `${mappingId} ${item} ${theirs}`;

/** Choices of other companies that have no counterpart here: one press keeps one, and takes what waited for it. */
export function UntranslatedValues() {
  const { data, error, refetch } = useUntranslated();
  const change = useChangeMappings();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState<string | null>(null);

  async function keep(value: UntranslatedValue) {
    const ours = chosen[keyOf(value)] ?? '';
    setBusy(keyOf(value));
    try {
      const sentAgain = await change(() => translateValue(value, ours));
      snackbars.success(
        sentAgain === 0
          ? `${value.theirs} is ${ours} from now on`
          : `${value.theirs} is ${ours} from now on. ${sentAgain === 1 ? '1 message is' : `${sentAgain} messages are`} taken now.`,
      );
    } catch (failure) {
      snackbars.error(`Save changes failed: ${toSentence(failure)}`);
    }
    setBusy(null);
  }

  if (data === undefined && error === null)
    return <ProgressLine active label="Loading what is not translated" />;
  if (data === undefined)
    return (
      <ErrorAlert
        failure={error}
        title="What is not translated could not be loaded"
        onRetry={() => void refetch()}
      />
    );
  if (data.length === 0)
    return (
      <EmptyState title="Everything has a counterpart" icon="check">
        A value of another company that has none here comes into this list, with how many messages wait for
        it.
      </EmptyState>
    );
  return (
    <div className={styles.log}>
      <p className={styles.quiet}>
        Say what these are called here. What waited for one is taken at once, and the other company sees that
        it has arrived.
      </p>
      <StackedTable
        label="Not translated"
        rows={data}
        rowKey={keyOf}
        columns={[
          { name: 'Theirs', renderCell: ({ itemName, theirs }) => `${itemName}: ${theirs}` },
          { name: 'From', renderCell: ({ company, typeName }) => `${company}, ${typeName}` },
          {
            name: 'Waits',
            renderCell: ({ waiting }) =>
              waiting === 0 ? 'Nothing yet' : waiting === 1 ? '1 message' : `${waiting} messages`,
          },
          {
            name: 'Is called here',
            renderCell: (value) => (
              <div className={styles.picker}>
                <OptionPicker
                  label={`${value.itemName} ${value.theirs} is called`}
                  hideLabel
                  placeholder="Choose…"
                  options={value.choices.map((name) => ({ id: name, name, enabled: true }))}
                  value={chosen[keyOf(value)] ?? ''}
                  onChange={(ours) => setChosen({ ...chosen, [keyOf(value)]: ours })}
                />
              </div>
            ),
          },
        ]}
        renderActions={(value) => (
          <Button
            size="small"
            variant="outlined"
            disabled={busy !== null || !chosen[keyOf(value)]}
            aria-label={`${verbOf(value)} ${value.itemName} ${value.theirs}`}
            onClick={() => void keep(value)}
          >
            {verbOf(value)}
          </Button>
        )}
      />
    </div>
  );
}

const verbOf = ({ waiting }: UntranslatedValue): string =>
  waiting === 0 ? 'Translate' : 'Translate and take';
