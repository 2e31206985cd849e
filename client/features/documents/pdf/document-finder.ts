import { PDFFindController, type EventBus, type PDFLinkService } from './pdf-parts.ts';

/** How long the finder waits for the next letter. */
const delayMs = 30;

/** pdf.js's finder, which also tells how far it has come: it asks for the matches of each page once. */
export class DocumentFinder extends PDFFindController {
  /** Set to 0 when another word is looked for. */
  pagesRead = 0;
  hasText = false;

  constructor(linkService: PDFLinkService, eventBus: EventBus) {
    // The wait is missing from the types that pdf.js brings.
    super({ linkService, eventBus, delay: delayMs } as ConstructorParameters<typeof PDFFindController>[0]);
  }

  override match(query: string | string[], pageContent: string, pageIndex: number) {
    this.pagesRead += 1;
    this.hasText ||= pageContent.trim() !== '';
    return super.match(query, pageContent, pageIndex);
  }
}
