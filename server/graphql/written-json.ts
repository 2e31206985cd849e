import type { JsonSink } from '../platform/record-store/json-sink.ts';

/**
 * JSON that already holds exactly what was selected, under the response keys that were asked: text, or what writes it
 * into the answer when all of the answer is there.
 */
export class WrittenJson {
  readonly parts: readonly JsonPart[];

  constructor(...parts: readonly JsonPart[]) {
    this.parts = parts;
  }
}

/** What writes may be long: after each step of it others may go between. */
export type JsonPart = string | ((sink: JsonSink) => Iterable<void>);
