/** JSON that already holds exactly what was selected, under the response keys that were asked: text or its UTF-8. */
export class WrittenJson {
  readonly parts: readonly (string | Buffer)[];

  constructor(...parts: readonly (string | Buffer)[]) {
    this.parts = parts;
  }
}
