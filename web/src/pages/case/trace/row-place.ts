/** A row of an exchange's trace. */
export type TraceRowPlace = { readonly turn: number; readonly row: number }

/** The row that is shown in full, and a function to show another one or none. */
export type ChosenRow = { readonly chosen: number | undefined; readonly choose: (row: number | undefined) => void }

/** The form in addresses: both count from 1. */
export function printRowPlace({ turn, row }: TraceRowPlace): string {
  return `${turn + 1}.${row + 1}`
}

export function parseRowPlace(text: string | null): TraceRowPlace | undefined {
  const [, turn, row] = /^([1-9]\d{0,8})\.([1-9]\d{0,8})$/.exec(text ?? '') ?? []
  return turn === undefined ? undefined : { turn: Number(turn) - 1, row: Number(row) - 1 }
}
