/**
 * The position of a row: `index` counts rows from 1, `line` is the line on which it begins; reading it may scan the
 * file.
 */
export type RowPlace = { readonly file: string; readonly line: number; readonly index: number }
