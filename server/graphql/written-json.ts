/** Text of JSON that already holds exactly what was selected, under the response keys that were asked. */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
