// A choice from a list of objects fills other fields with properties of what is chosen, as its administrators say it.

export type FieldFill = {
  /** The field that is filled, of the same record type or of the same kind of lines. */
  readonly fieldId: number;
  readonly propertyId: number;
};

export const mostFills = 20;

/** One text for the same pairs: '12:7,13:8'. Of a field that is not saved yet stands what it is called by meanwhile. */
export const writeFills = (
  fills: readonly { readonly fieldId: number | string; readonly propertyId: number }[],
): string => fills.map(({ fieldId, propertyId }) => `${fieldId}:${propertyId}`).join();

export const readFills = (
  text: string,
): readonly { readonly fieldId: string; readonly propertyId: number }[] =>
  text === ''
    ? []
    : text.split(',').map((pair) => {
        const [fieldId = '', propertyId] = pair.split(':');
        return { fieldId, propertyId: Number(propertyId) };
      });
