/** Where a row stands: `index` counts rows from 1, `line` is the line of the file on which it begins; asking for it may take a walk through the file. */
export type RowPlace = { readonly file: string; readonly line: number; readonly index: number }
