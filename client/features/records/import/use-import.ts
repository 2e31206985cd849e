// One import, from the choice of the file to its start: the file is read and sent a part at a time, and judged whole again
// after each choice.
import type { ImportDecimals, ImportExisting } from '@rowhouse/domain/contract.generated.ts';
import { startedBefore } from '@rowhouse/domain/import/screen-rules.ts';
import { useEffect, useRef, useState } from 'react';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { sendThroughGaps } from '../../../platform/send-through-gaps.ts';
import { openTableFile } from '../../../platform/table-file/open-table-file.ts';
import type { GivenReading, TableFileReading } from '../../../platform/table-file/read-table-file.ts';
import { WorkbookFault } from '../../../platform/workbook/workbook-fault.ts';
import {
  addImportRows,
  createImport,
  judgeImport,
  startImport,
  type CreatedImport,
  type ImportJudgement,
} from './api.ts';

export type ImportChoices = {
  /** By column; '' goes nowhere. */
  readonly fieldKeys: readonly string[];
  /** '' is found by itself. */
  readonly decimals: ImportDecimals | '';
  /** Null is found by itself. */
  readonly dayFirst: boolean | null;
  readonly existing: ImportExisting;
};

export type SentFile = {
  readonly file: File;
  readonly reading: TableFileReading;
  readonly created: CreatedImport;
  readonly rowCount: number;
  /** The cells of its first row. */
  readonly firstRow: readonly string[];
};

export type ImportState =
  | { readonly step: 'choose' }
  | {
      readonly step: 'sending';
      readonly fileName: string;
      readonly rows: number;
      /** For the connection: it goes on by itself. */
      readonly isWaiting: boolean;
    }
  | {
      readonly step: 'judged';
      readonly sent: SentFile;
      readonly choices: ImportChoices;
      /** Null while the rows are judged. */
      readonly judgement: ImportJudgement | null;
      readonly failure: unknown;
      /** Whether it is the start that failed, and not the judging. */
      readonly isStartFailure: boolean;
      readonly isStarting: boolean;
    };

/** Several keys in a row are one choice. */
const waitMs = 250;

export function useImport(recordTypeId: number) {
  const [state, setState] = useState<ImportState>({ step: 'choose' });
  const [failure, setFailure] = useState<unknown>(null);
  const under = useRef<AbortController>(null);
  useEffect(() => () => under.current?.abort(), []);

  function begin(): AbortSignal {
    under.current?.abort();
    under.current = new AbortController();
    return under.current.signal;
  }

  async function takeFile(file: File, given: GivenReading = {}) {
    const signal = begin();
    setFailure(null);
    setState({ step: 'sending', fileName: file.name, rows: 0, isWaiting: false });
    try {
      const sent = await send(file, given, signal);
      judge(sent, choicesFor(sent.created), 0);
    } catch (error) {
      if (signal.aborted) return;
      setFailure(error);
      setState({ step: 'choose' });
    }
  }

  async function send(file: File, given: GivenReading, signal: AbortSignal): Promise<SentFile> {
    const opened = await openTableFile(file, given, signal);
    try {
      const { reading } = opened;
      const headers = [...reading.headers];
      const created = await createImport({ recordTypeId, fileName: file.name, headers }, signal);
      let rowCount = 0;
      let firstRow: readonly string[] | null = null;
      for (let part = await opened.next(); part !== null; part = await opened.next()) {
        firstRow ??= part[0]?.cells ?? null;
        const rows = part.map(({ row, cells, whyNot }) => ({ row, cells: [...cells], broken: whyNot }));
        const sending = { step: 'sending', fileName: file.name } as const;
        rowCount = await sendThroughGaps(() => addImportRows(created.id, rows, signal), {
          signal,
          onWait: () => setState({ ...sending, rows: rowCount, isWaiting: true }),
        });
        setState({ ...sending, rows: rowCount, isWaiting: false });
      }
      if (rowCount === 0) throw new WorkbookFault('The file has no rows below its header.');
      return { file, reading, created, rowCount, firstRow: firstRow ?? [] };
    } finally {
      opened.close();
    }
  }

  function judge(sent: SentFile, choices: ImportChoices, afterMs: number) {
    const signal = begin();
    const before = {
      step: 'judged',
      sent,
      choices,
      isStarting: false,
      isStartFailure: false,
    } as const;
    setState({ ...before, judgement: null, failure: null });
    void (async () => {
      try {
        if (afterMs > 0) await new Promise((resolve) => window.setTimeout(resolve, afterMs));
        if (signal.aborted) return;
        const judgement = await judgeImport(toInput(sent, choices), signal);
        if (!signal.aborted) setState({ ...before, judgement, failure: null });
      } catch (error) {
        if (!signal.aborted) setState({ ...before, judgement: null, failure: error });
      }
    })();
  }

  return {
    state,
    failure,
    takeFile: (file: File, given?: GivenReading) => void takeFile(file, given),
    choose(change: Partial<ImportChoices>) {
      if (state.step === 'judged') judge(state.sent, { ...state.choices, ...change }, waitMs);
    },
    again() {
      if (state.step === 'judged') judge(state.sent, state.choices, 0);
    },
    forget() {
      under.current?.abort();
      setFailure(null);
      setState({ step: 'choose' });
    },
    /** Answers whether it goes on now. */
    async start(): Promise<boolean> {
      if (state.step !== 'judged' || state.judgement === null) return false;
      setState({ ...state, isStarting: true });
      try {
        await startImport(state.sent.created.id, state.judgement.judgement);
        return true;
      } catch (error) {
        // The answer to the try before was lost on its way, and not the try.
        if (error instanceof RequestFailure && error.message === startedBefore) return true;
        setState({ ...state, isStarting: false, failure: error, isStartFailure: true });
        return false;
      }
    },
  };
}

const choicesFor = ({ fieldKeys, mayUpdate }: CreatedImport): ImportChoices => ({
  fieldKeys: fieldKeys.map((key) => key ?? ''),
  decimals: '',
  dayFirst: null,
  existing: mayUpdate ? 'UPDATE' : 'REFUSE',
});

const toInput = (
  { created, reading }: SentFile,
  { fieldKeys, decimals, dayFirst, existing }: ImportChoices,
) => ({
  id: created.id,
  columns: fieldKeys.flatMap((fieldKey, column) => (fieldKey === '' ? [] : [{ column, fieldKey }])),
  decimals: decimals === '' ? null : decimals,
  dayFirst,
  existing,
  delimiter: reading.delimiter,
  workbook: reading.sheet !== null,
});
