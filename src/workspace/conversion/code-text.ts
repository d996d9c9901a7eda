/** A value of JSON as it is written in code, on one line. Ends of lines that JSON allows and scripts may not are escaped. */
export function codeText(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)
}
