import { readSpreadsheet, type SpreadsheetSetting, type SpreadsheetSource } from './read-spreadsheet.ts';
import type { SpreadsheetReading } from './read-spreadsheet.ts';
import { damaged, WorkbookFault } from '../../platform/workbook/workbook-fault.ts';

export type SpreadsheetQuestion = {
  readonly source: SpreadsheetSource;
  readonly setting: SpreadsheetSetting;
};
export type SpreadsheetAnswer = { readonly reading: SpreadsheetReading } | { readonly whyNot: string };

async function answerTo({ source, setting }: SpreadsheetQuestion): Promise<SpreadsheetAnswer> {
  try {
    return { reading: await readSpreadsheet(source, setting) };
  } catch (fault) {
    // Whatever a hostile file makes fail, it is the file that cannot be read.
    return { whyNot: fault instanceof WorkbookFault ? fault.message : damaged().message };
  }
}

addEventListener('message', ({ data }: MessageEvent<SpreadsheetQuestion>) => {
  void answerTo(data).then((answer) => postMessage(answer));
});
