import type { Opportunity } from '@rowhouse/domain/order-entry/order-files.ts';
import type { FoundOpportunities } from '@rowhouse/domain/order-entry/search-opportunities.ts';
import { showCurrency, showCount } from '@rowhouse/domain/kernel/formats.ts';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import Button from '@mui/material/Button';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { Marked } from '../../ui/marked.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import type { AnswerInput } from './order-question.tsx';
import styles from './opportunity-picker.module.css';
import type { OrderFilesState } from './use-order-files.ts';

type OpportunityPickerProps = {
  files: OrderFilesState;
  /** The number of the chosen one; '' for none. */
  chosen: string;
  /** As the file has it; null while that is not known, and where it has it no more. */
  opportunity: Opportunity | null;
  isGone: boolean;
  onChoose: (opportunity: Opportunity | null) => void;
  hold: (input: AnswerInput) => void;
};

/** Nobody reads more; a further letter narrows. */
const mostShown = 8;
const nothing: FoundOpportunities = { total: 0, found: [] };

export function OpportunityPicker({
  files,
  chosen,
  opportunity,
  isGone,
  onChoose,
  hold,
}: OpportunityPickerProps) {
  if (chosen !== '')
    return (
      <div className={styles.chosen}>
        <div className={styles.chosenWords}>
          <strong>{opportunity?.opportunityName ?? chosen}</strong>
          {opportunity !== null && <span>{detailsOf(opportunity).join(', ')}</span>}
          {isGone && <span className={styles.gone}>The file of opportunities has it no more.</span>}
        </div>
        <Button variant="outlined" ref={hold} onClick={() => onChoose(null)}>
          Choose another
        </Button>
      </div>
    );
  if (files.state === 'reading') return <p role="status">Reading the opportunities…</p>;
  if (files.state === 'failed')
    return (
      <div role="alert" className={styles.failed}>
        <span>{files.sentence} The rest of the form can be filled.</span>
        <Button onClick={files.retry}>Retry</Button>
      </div>
    );
  if (files.opportunities === null)
    return (
      <p>
        No opportunities file has been uploaded. An administrator of your company can bring one; the form can
        be filled without it.
      </p>
    );
  return <OpportunitySearch {...{ files, onChoose, hold }} about={files.opportunities} />;
}

type OpportunitySearchProps = {
  files: Extract<OrderFilesState, { state: 'ready' }>;
  about: { readonly rowCount: number; readonly uploadedAt: string };
  onChoose: (opportunity: Opportunity) => void;
  hold: (input: AnswerInput) => void;
};

function OpportunitySearch({ files: { files }, about, onChoose, hold }: OpportunitySearchProps) {
  const [text, setText] = useState('');
  const [{ total, found }, setFound] = useState(nothing);
  const [active, setActive] = useState(0);
  const listId = useId();
  const sought = text.trim();
  useEffect(() => {
    let isOver = false;
    const search = async () => {
      const answer = await files.search(sought, mostShown);
      if (isOver) return;
      setFound(answer);
      setActive(0);
    };
    void search();
    return () => {
      isOver = true;
    };
  }, [files, sought]);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const one = found[active];
    if (step !== undefined && found.length > 0) setActive((active + step + found.length) % found.length);
    else if (event.key === 'Enter' && one !== undefined) onChoose(one);
    else if (event.key === 'Escape' && text !== '') setText('');
    else return;
    event.preventDefault();
  }

  const optionId = (index: number) => `${listId}-${index}`;
  const when = showInstant(about.uploadedAt, viewerZone());
  return (
    <div className={styles.search}>
      <FieldFrame label="Opportunity">
        {(framed) => (
          <input
            {...framed}
            ref={hold}
            role="combobox"
            aria-expanded={found.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={found.length === 0 ? undefined : optionId(active)}
            autoComplete="off"
            placeholder="Name, number, account or city"
            className={styles.input}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </FieldFrame>
      <div id={listId} role="listbox" aria-label="Opportunities" className={styles.list}>
        {found.map((one, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of its combobox
          <div
            key={one.spaOppNumber}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            onClick={() => onChoose(one)}
          >
            <span className={styles.name}>
              <Marked text={one.opportunityName} sought={sought} />
            </span>
            <span>
              <Marked text={one.spaOppNumber} sought={sought} />
            </span>
            <span>
              <Marked text={one.account} sought={sought} />
            </span>
            <span className={styles.amount}>{showAmount(one.totalNet)}</span>
          </div>
        ))}
      </div>
      <p role="status" className={styles.count}>
        {showCount(total)} of {showCount(about.rowCount)} opportunities, file of {when}
      </p>
    </div>
  );
}

const showAmount = (totalNet: string): string => (totalNet === '' ? '' : showCurrency(totalNet));

const detailsOf = ({ spaOppNumber, account, city, totalNet }: Opportunity): string[] =>
  [spaOppNumber, account, city, showAmount(totalNet)].filter((text) => text !== '');
