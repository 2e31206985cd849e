import Button from '@mui/material/Button';
import { currencyChoices } from '@rowhouse/domain/tenants/currencies.ts';
import { useRef, useState } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { OptionPicker } from '../../ui/inputs/option-picker.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import styles from './currencies-card.module.css';
import { useChangeCurrency, useCurrencies, type CurrencyOfAmounts } from './use-currencies.ts';

const keyOf = ({ kind, id }: CurrencyOfAmounts): string => `${kind} ${id}`;
/** The choice that takes back what was chosen. */
const inherited = '-';

/** What amounts are in, where that is not the currency of the company. Each choice is saved at once. */
export function CurrenciesCard({ companyCurrency }: { companyCurrency: string }) {
  const { data: all, error, refetch } = useCurrencies();
  const [edited, setEdited] = useState<string | null>(null);
  if (all?.length === 0) return null;
  const types = (all ?? []).filter(({ kind }) => kind === 'RecordType');
  const objects = (all ?? []).filter(({ kind }) => kind === 'ObjectProperty');
  const row = (amounts: CurrencyOfAmounts, above: string) => (
    <CurrencyRow
      key={keyOf(amounts)}
      amounts={amounts}
      above={above}
      isEdited={edited === keyOf(amounts)}
      onEdit={(isEdited) => setEdited(isEdited ? keyOf(amounts) : null)}
    />
  );
  return (
    <Card
      title="Currencies of records"
      subtitle="Where amounts are in another currency than the company’s. The head of their column says which. No amount is converted."
    >
      {all === undefined && error === null && <ProgressLine active label="Loading the currencies" />}
      {all === undefined && error !== null && (
        <ErrorAlert
          failure={error}
          title="The currencies could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      <ul className={styles.types}>
        {types.map((type) => (
          <li key={type.id}>
            {row(type, companyCurrency)}
            <ul className={styles.fields}>
              {all
                ?.filter(({ kind, recordTypeId }) => kind !== 'RecordType' && recordTypeId === type.id)
                .map((field) => (
                  <li key={keyOf(field)}>{row(field, type.currency ?? companyCurrency)}</li>
                ))}
            </ul>
          </li>
        ))}
        {objects.map((property) => (
          <li key={keyOf(property)}>{row(property, companyCurrency)}</li>
        ))}
      </ul>
    </Card>
  );
}

type CurrencyRowProps = {
  amounts: CurrencyOfAmounts;
  /** That it takes when none is chosen for it. */
  above: string;
  isEdited: boolean;
  onEdit: (isEdited: boolean) => void;
};

function CurrencyRow({ amounts, above, isEdited, onEdit }: CurrencyRowProps) {
  const { kind, name, within, currency } = amounts;
  const change = useChangeCurrency();
  const [isSaving, setIsSaving] = useState(false);
  const returns = useRef(false);
  const isOutside = kind === 'LineItemField' || kind === 'ObjectProperty';
  const called = isOutside && within != null ? `${within}: ${name}` : name;
  const spoken = kind === 'Field' && within != null ? `${name} of ${within}` : called;

  function close() {
    returns.current = true;
    onEdit(false);
  }

  async function save(chosen: string) {
    const wanted = chosen === inherited || chosen === '' ? null : chosen;
    if (wanted === (currency ?? null)) return close();
    setIsSaving(true);
    try {
      await change(amounts, wanted);
      snackbars.success('Changes Saved!');
      close();
    } catch (failure) {
      snackbars.error(`Save changes failed: ${toSentence(failure)}`);
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <div className={styles.row}>
      <span className={kind === 'RecordType' ? styles.type : undefined}>{called}</span>
      {isEdited ? (
        <div
          className={styles.picker}
          role="presentation"
          onKeyDown={({ key }) => key === 'Escape' && close()}
        >
          <OptionPicker
            label={`Currency of ${spoken}`}
            hideLabel
            isFirm
            disabled={isSaving}
            options={[{ id: inherited, name: `${above} – as above`, enabled: true }, ...currencyChoices()]}
            value={currency ?? inherited}
            ref={focusAtFirst}
            onChange={(chosen) => void save(chosen)}
          />
        </div>
      ) : (
        <>
          <span className={currency == null ? styles.quiet : styles.chosen}>{currency ?? above}</span>
          <Button
            ref={(button) => {
              if (button === null || !returns.current) return;
              returns.current = false;
              button.focus();
            }}
            size="small"
            variant="text"
            aria-label={`Change the currency of ${spoken}`}
            onClick={() => onEdit(true)}
          >
            Change
          </Button>
        </>
      )}
    </div>
  );
}
