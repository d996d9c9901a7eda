/** Writes a JSON value as code on one line, with the line separators escaped that JSON allows and scripts do not. */
export function codeText(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)
}
