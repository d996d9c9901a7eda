/** A piece of a number format: ECMA-376 part 1, 18.8.30 and 18.8.31. */
export type FormatPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** `0`, `#`, `?`, and digits of a fixed denominator. */
  | { readonly kind: 'digit'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: '.' | ',' | '%' | '/' | '@' | 'E+' | 'E-' | 'General' }
  /** A part of a date or time, such as `yyyy`, `[h]`, `AM/PM`. */
  | { readonly kind: 'date'; readonly text: string }
