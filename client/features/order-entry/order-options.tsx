import Button from '@mui/material/Button';
import type { DealerOption } from '@rowhouse/domain/order-entry/order-files.ts';
import type { OptionVerdict } from '@rowhouse/domain/order-entry/option-rules.ts';
import { useEffect, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { DealerOptions } from './dealer-options.tsx';
import type { ReadLines } from './order-files-worker.ts';
import { OrderLinesDialog } from './order-lines-dialog.tsx';
import styles from './order-lines.module.css';
import { addLines, addUnknown, isSamePrice, type OrderLine, type UnknownItem } from './order-lines.ts';
import { UnknownItems, type TakenItem } from './unknown-items.tsx';
import type { OrderFilesState } from './use-order-files.ts';

type OrderOptionsProps = {
  files: OrderFilesState;
  /** The number of the chosen one; '' for none. */
  opportunity: string;
  offered: readonly DealerOption[];
  lines: readonly OrderLine[];
  unknown: readonly UnknownItem[];
  verdicts: ReadonlyMap<string, OptionVerdict>;
  /** Told what takes the focus when something is to be put right there. */
  holdUnknown: (input: HTMLElement | null) => void;
  holdOptions: (input: HTMLElement | null) => void;
  onChange: (lines: readonly OrderLine[], unknown: readonly UnknownItem[]) => void;
};

/** The section of options: one by one, or many at once from a spreadsheet; what is not known stands first. */
export function OrderOptions(props: OrderOptionsProps) {
  const { files, opportunity, offered, lines, unknown, verdicts, holdUnknown, holdOptions, onChange } = props;
  /** What the dialog opens with; null while it is closed. */
  const [pasted, setPasted] = useState<string | null>(null);
  const opened = files.state === 'ready' && offered.length > 0 ? files.files : null;
  const mayPaste = opened !== null && pasted === null;
  useEffect(() => {
    if (!mayPaste) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const { target } = event;
      const isTyping =
        target instanceof HTMLTextAreaElement ||
        (target instanceof HTMLInputElement && target.type !== 'checkbox');
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isTyping || text.trim() === '') return;
      event.preventDefault();
      setPasted(text);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [mayPaste]);

  const priceOf = (option: string) => offered.find((one) => one.option === option)?.price ?? '';
  function add(read: ReadLines) {
    const optionOf = new Map(read.items.map(({ item, option }) => [item, option]));
    const known = read.lines.flatMap(({ item, quantity }) => {
      const option = optionOf.get(item) ?? null;
      return option === null ? [] : { option, quantity, price: priceOf(option) };
    });
    const others = read.lines.filter(({ item }) => (optionOf.get(item) ?? null) === null);
    onChange(addLines(lines, known), addUnknown(unknown, others));
    setPasted(null);
    snackbars.success(`${known.length} ${known.length === 1 ? 'line was' : 'lines were'} added.`);
  }
  const without = (gone: readonly UnknownItem[]) => {
    const names = new Set(gone.map(({ item }) => item));
    return unknown.filter(({ item }) => !names.has(item));
  };
  const take = (taken: readonly TakenItem[]) =>
    onChange(
      addLines(
        lines,
        taken.map(({ option, quantity }) => ({ option, quantity, price: priceOf(option) })),
      ),
      without(taken),
    );
  return (
    <>
      {opened !== null && (
        <div className={styles.tools}>
          <Button
            variant="outlined"
            startIcon={<Icon name="upload" size={16} />}
            onClick={() => setPasted('')}
          >
            Paste lines or a file
          </Button>
        </div>
      )}
      <ChangedSince {...{ offered, lines }} onChange={(changed) => onChange(changed, unknown)} />
      {unknown.length > 0 && (
        <UnknownItems
          {...{ files, opportunity }}
          hold={holdUnknown}
          items={unknown}
          onTake={take}
          onDrop={(dropped) => onChange(lines, without(dropped))}
        />
      )}
      <DealerOptions
        {...{ offered, lines, verdicts }}
        whyNone={whyNone(opportunity, files)}
        hold={holdOptions}
        onChange={(changed) => onChange(changed, unknown)}
      />
      {pasted !== null && opened !== null && (
        <OrderLinesDialog
          files={opened}
          opportunity={opportunity}
          text={pasted}
          onAdd={add}
          onClose={() => setPasted(null)}
        />
      )}
    </>
  );
}

function whyNone(opportunity: string, files: OrderFilesState): string {
  if (opportunity === '') return 'Choose an opportunity first: its options stand here then.';
  if (files.state === 'reading') return 'Reading the options…';
  if (files.state === 'failed') return files.sentence;
  return 'The file of options has none for this opportunity.';
}

type ChangedSinceProps = {
  offered: readonly DealerOption[];
  lines: readonly OrderLine[];
  onChange: (lines: readonly OrderLine[]) => void;
};

/** What the file has otherwise than the lines, which were chosen before it came or in an earlier order. */
function ChangedSince({ offered, lines, onChange }: ChangedSinceProps) {
  const prices = new Map(offered.map(({ option, price }) => [option, price]));
  // Before the file is read nothing is known of it.
  if (prices.size === 0) return null;
  const isGone = ({ option }: OrderLine) => !prices.has(option);
  const newPrice = ({ option, price }: OrderLine) => {
    const now = prices.get(option);
    return now === undefined || isSamePrice(price, now) ? null : now;
  };
  const gone = lines.filter(isGone).length;
  const changed = lines.filter((line) => newPrice(line) !== null).length;
  if (gone + changed === 0) return null;
  return (
    <div role="group" className={styles.changed} aria-label="Changed since these were chosen">
      <p>
        {[
          ...(gone === 0 ? [] : [`${gone} ${gone === 1 ? 'option is' : 'options are'} offered no more`]),
          ...(changed === 0 ? [] : [`${changed} ${changed === 1 ? 'price has' : 'prices have'} changed`]),
        ].join(', ')}
        .
      </p>
      {changed > 0 && (
        <Button
          variant="outlined"
          size="small"
          onClick={() => onChange(lines.map((line) => ({ ...line, price: newPrice(line) ?? line.price })))}
        >
          {changed === 1 ? 'Take the new price' : `Take all ${changed} new prices`}
        </Button>
      )}
      {gone > 0 && (
        <Button
          variant="outlined"
          size="small"
          onClick={() => onChange(lines.filter((line) => !isGone(line)))}
        >
          Take out what is offered no more
        </Button>
      )}
    </div>
  );
}
