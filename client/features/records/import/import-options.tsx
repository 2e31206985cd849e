import type { ImportDecimals } from '@rowhouse/domain/contract.generated.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';
import type { GivenReading } from '../../../platform/table-file/read-table-file.ts';
import { FieldFrame } from '../../../ui/inputs/field-frame.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import styles from './import-dialog.module.css';
import type { ImportChoices, SentFile } from './use-import.ts';

const separators = [
  [',', 'Comma ( , )'],
  [';', 'Semicolon ( ; )'],
  ['\t', 'Tab'],
  ['|', 'Bar ( | )'],
] as const;

const encodings = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Windows-1252'],
  ['iso-8859-2', 'ISO 8859-2'],
  ['utf-16le', 'UTF-16 LE'],
  ['utf-16be', 'UTF-16 BE'],
] as const;

/** Titles above the columns are rarely longer. */
const mostHeaderRow = 10;

const decimalNames: Readonly<Record<ImportDecimals, string>> = {
  POINT: 'Decimal point: 1,234.56',
  COMMA: 'Decimal comma: 1.234,56',
};

type ImportOptionsProps = {
  sent: SentFile;
  choices: ImportChoices;
  /** How decimals and dates were read; null while that is found. */
  found: { readonly decimals: ImportDecimals; readonly dayFirst: boolean | null } | null;
  /** Why the rows could not be judged, or null. */
  failure: unknown;
  onChoose: (change: Partial<ImportChoices>) => void;
  /** The file is read and sent once more. */
  onReadAnew: (given: GivenReading) => void;
};

export function ImportOptions({ sent, choices, found, failure, onChoose, onReadAnew }: ImportOptionsProps) {
  const { reading, created } = sent;
  const { delimiter, encoding, sheet, headerRow } = reading;
  const texts = delimiter === null || encoding === null ? {} : { delimiter, encoding };
  const asks = askedChoice(failure);
  const isNarrow = useMediaQuery('(width < 600px)');
  const ofTheFile = (
    <>
      {delimiter !== null && encoding !== null && (
        <>
          <FieldFrame label="Separator">
            {(framed) => (
              <Select
                {...framed}
                value={delimiter}
                onChange={({ target }) => onReadAnew({ ...texts, delimiter: target.value })}
              >
                {separators.map(([sign, name]) => (
                  <option key={sign} value={sign}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </FieldFrame>
          <FieldFrame label="Encoding">
            {(framed) => (
              <Select
                {...framed}
                value={encoding}
                onChange={({ target }) => onReadAnew({ ...texts, encoding: target.value })}
              >
                {encodings.map(([key, name]) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </FieldFrame>
        </>
      )}
      {sheet !== null && sheet.names.length > 1 && (
        <FieldFrame label="Sheet">
          {(framed) => (
            <Select
              {...framed}
              value={sheet.name}
              onChange={({ target }) => onReadAnew({ sheet: target.value })}
            >
              {sheet.names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </FieldFrame>
      )}
      <FieldFrame label="Names of the columns">
        {(framed) => (
          <Select
            {...framed}
            value={String(headerRow)}
            onChange={({ target }) =>
              onReadAnew({
                ...texts,
                ...(sheet !== null && { sheet: sheet.name }),
                headerRow: Number(target.value),
              })
            }
          >
            {Array.from({ length: Math.max(mostHeaderRow, headerRow) }, (_, at) => (
              <option key={at} value={at + 1}>{`Row ${at + 1}`}</option>
            ))}
          </Select>
        )}
      </FieldFrame>
      <FieldFrame
        label="Numbers"
        error={asks === 'decimals' ? pleaseChoose : null}
        {...(sheet !== null && { hint: 'Only those that are texts with a comma.' })}
      >
        {(framed) => (
          <Select
            {...framed}
            value={choices.decimals}
            onChange={({ target }) => onChoose({ decimals: target.value as ImportChoices['decimals'] })}
          >
            <option value="">
              {found === null || choices.decimals !== '' || sheet !== null
                ? 'As in the file'
                : `As in the file: ${found.decimals === 'POINT' ? '1,234.56' : '1.234,56'}`}
            </option>
            <option value="POINT">{decimalNames.POINT}</option>
            <option value="COMMA">{decimalNames.COMMA}</option>
          </Select>
        )}
      </FieldFrame>
      <FieldFrame label="Dates" error={asks === 'dayFirst' ? pleaseChoose : null}>
        {(framed) => (
          <Select
            {...framed}
            value={choices.dayFirst === null ? '' : choices.dayFirst ? 'day' : 'month'}
            onChange={({ target }) =>
              onChoose({ dayFirst: target.value === '' ? null : target.value === 'day' })
            }
          >
            <option value="">
              {found === null || found.dayFirst === null || choices.dayFirst !== null
                ? 'As in the file'
                : `As in the file: ${found.dayFirst ? '16/04/2026' : '04/16/2026'}`}
            </option>
            <option value="month">Month first, 04/16</option>
            <option value="day">Day first, 16/04</option>
          </Select>
        )}
      </FieldFrame>
    </>
  );
  const existing = (
    <FieldFrame
      label="Record numbers that exist"
      {...(!created.mayUpdate && { hint: 'Your role cannot change many records at once.' })}
    >
      {(framed) => (
        <Select
          {...framed}
          value={choices.existing}
          disabled={!created.mayUpdate}
          onChange={({ target }) => onChoose({ existing: target.value === 'UPDATE' ? 'UPDATE' : 'REFUSE' })}
        >
          <option value="UPDATE">Update those records</option>
          <option value="REFUSE">Only make new records</option>
        </Select>
      )}
    </FieldFrame>
  );
  if (!isNarrow)
    return (
      <div className={styles.options}>
        {ofTheFile}
        {existing}
      </div>
    );
  // It is found by itself and seldom changed: a phone shows what follows from it first.
  return (
    <div className={styles.options}>
      <details className={styles.fold} open={asks !== null}>
        <summary>
          How the file is read
          <span className={styles.hint}>{sayReading(reading)}</span>
        </summary>
        <div className={styles.options}>{ofTheFile}</div>
      </details>
      {existing}
    </div>
  );
}

function sayReading({ delimiter, encoding, sheet, headerRow }: SentFile['reading']): string {
  const separator = separators.find(([sign]) => sign === delimiter)?.[1].replace(/ \(.*/, '');
  const written = encodings.find(([key]) => key === encoding)?.[1];
  const names = headerRow === 1 ? undefined : `names in row ${headerRow}`;
  return [separator, written, sheet?.name, names].filter((one) => one !== undefined).join(', ');
}

const pleaseChoose = 'Choose how the file writes them.';

/** Which choice the file leaves open, as the server names it. */
export const askedChoice = (failure: unknown): 'decimals' | 'dayFirst' | null =>
  failure instanceof RequestFailure && (failure.field === 'decimals' || failure.field === 'dayFirst')
    ? failure.field
    : null;
