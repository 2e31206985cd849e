// A field or a property is to get another data type: what becomes of each value is counted and shown before anything is done.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import type { RetypeHolders } from '@rowhouse/domain/record-types/retype.ts';
import { dataTypeNames, needsList } from '@rowhouse/domain/record-types/rules.ts';
import { readsDays, readsNumbers, targetsOf } from '@rowhouse/domain/values/conversion.ts';
import { useState } from 'react';
import { askImpact, type ProposedChange } from '../../../platform/ask-impact.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { FieldFrame } from '../../../ui/inputs/field-frame.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { LabelledCheckbox } from '../../../ui/labelled-checkbox.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { TitledDialog } from '../../../ui/titled-dialog.tsx';
import styles from './retype.module.css';
import { Report, type ToRecords } from './retype-report.tsx';
import { useRetypeReport, type Look, type RetypeChoice } from './use-retype-report.ts';

/** What gets another data type, and how that is asked for. */
export type RetypedThing = {
  readonly name: string;
  readonly dataType: string;
  readonly listId?: number | null;
  readonly required: boolean;
  /** What holds its values. */
  readonly holders: RetypeHolders;
  readonly look: Look;
  readonly change: ProposedChange;
  readonly start: (choice: RetypeChoice) => Promise<void>;
};

export type RetypeDialogProps = {
  thing: RetypedThing;
  lists: readonly { readonly id: number; readonly name: string }[];
  toRecords: ToRecords;
  onClose: () => void;
};

export function RetypeDialog({ thing, lists, toRecords, onClose }: RetypeDialogProps) {
  const { name, holders, look } = thing;
  const from = thing.dataType as DataType;
  const [dataType, setDataType] = useState<DataType | ''>('');
  const [listId, setListId] = useState<number | null>(null);
  const [dayFirst, setDayFirst] = useState(false);
  const [decimalComma, setDecimalComma] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isChosen =
    dataType !== '' &&
    (!needsList(dataType) || listId !== null) &&
    !(dataType === from && listId === thing.listId);
  const choice = { dataType, listId, dayFirst, decimalComma };
  const found = useRetypeReport(look, isChosen ? choice : null);
  const lost = found.isWhole ? found.report.lost : 0;

  async function carryOut() {
    if (dataType === '') return;
    const isSure = await askImpact({
      title: `Change the type of ${name}?`,
      confirmLabel: `Change to ${dataTypeNames[dataType]}${lost === 0 ? '' : ` and ${sayLoss(lost)}`}`,
      changes: [thing.change],
    });
    if (!isSure) return;
    setRunning(true);
    setFailure(null);
    try {
      await thing.start(choice);
      onClose();
      snackbars.success(`The type of ${name} is being changed`);
    } catch (refusal) {
      setFailure(refusal);
      setRunning(false);
    }
  }

  return (
    <TitledDialog
      title={<>Change the type of {name}</>}
      maxWidth="md"
      isWholeOnPhone
      onClose={isRunning ? undefined : onClose}
    >
      <DialogContent>
        <div className={styles.stack}>
          <p>
            {name} is of the type {dataTypeNames[from]} now. Choose another, and see what becomes of each
            value before anything is changed.
          </p>
          <div className={styles.choices}>
            <FieldFrame label="New data type" required>
              {(framed) => (
                <Select
                  {...framed}
                  value={dataType}
                  onChange={(event) => {
                    const chosen = event.currentTarget.value as DataType | '';
                    setDataType(chosen);
                    setListId(
                      chosen !== '' && needsList(chosen) && chosen !== from ? (thing.listId ?? null) : null,
                    );
                  }}
                >
                  <option value="">Choose</option>
                  {targetsOf(from).map((one) => (
                    <option key={one} value={one}>
                      {one === from ? `${dataTypeNames[one]} of another list` : dataTypeNames[one]}
                    </option>
                  ))}
                </Select>
              )}
            </FieldFrame>
            {dataType !== '' && needsList(dataType) && (
              <FieldFrame label="List" required>
                {(framed) => (
                  <Select
                    {...framed}
                    value={listId ?? ''}
                    onChange={(event) => setListId(Number(event.currentTarget.value) || null)}
                  >
                    <option value="">Choose</option>
                    {lists
                      .filter(({ id }) => dataType !== from || id !== thing.listId)
                      .map(({ id, name }) => (
                        <option key={id} value={id}>
                          {name}
                        </option>
                      ))}
                  </Select>
                )}
              </FieldFrame>
            )}
          </div>
          {dataType !== '' && readsDays(from, dataType) && (
            <LabelledCheckbox
              label="The texts write the day before the month: 16/04/2026"
              checked={dayFirst}
              onChange={(event) => setDayFirst(event.currentTarget.checked)}
            />
          )}
          {dataType !== '' && readsNumbers(from, dataType) && (
            <LabelledCheckbox
              label="The texts write decimals behind a comma: 1.234,50"
              checked={decimalComma}
              onChange={(event) => setDecimalComma(event.currentTarget.checked)}
            />
          )}
          {isChosen && (
            <Report found={found} holders={holders} isRequired={thing.required} toRecords={toRecords} />
          )}
          {failure !== null && <ErrorAlert failure={failure} title="The type was not changed" />}
        </div>
      </DialogContent>
      <DialogActions>
        <Button disabled={isRunning} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color={lost === 0 ? 'primary' : 'error'}
          disabled={isRunning || !isChosen || !found.isWhole || found.inTheWay.length > 0}
          onClick={() => void carryOut()}
        >
          {lost === 0 ? 'Change the type' : `Change the type and ${sayLoss(lost)}`}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}

const sayLoss = (lost: number): string => `lose ${showCount(lost)} ${lost === 1 ? 'value' : 'values'}`;
