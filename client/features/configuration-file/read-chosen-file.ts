import { mostSentBytes, readConfiguration, tooLarge } from '@rowhouse/domain/configuration-file/read-file.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { RequestFailure } from '../../platform/request-failure.ts';

/** The file as it is sent. Throws RequestFailure with the place where it cannot be read, before anything is sent. */
export async function readChosenFile(file: File): Promise<string> {
  // Indented it has up to four times the size in which it is sent.
  if (file.size > mostSentBytes * 8) throw new RequestFailure('INVALID', tooLarge(file.size, mostSentBytes));
  try {
    const text = JSON.stringify(readConfiguration(await file.text()));
    const bytes = new Blob([text]).size;
    if (bytes > mostSentBytes) throw new RequestFailure('INVALID', tooLarge(bytes, mostSentBytes));
    return text;
  } catch (error) {
    if (error instanceof Refusal) throw new RequestFailure(error.code, error.message, { field: 'text' });
    throw error;
  }
}
