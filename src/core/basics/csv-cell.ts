/** Quotes a cell of a CSV line where RFC 4180 requires it. */
export function csvCell(text: string, delimiter = ','): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}
