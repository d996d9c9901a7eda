/** Writes a text as a cell of a CSV line (RFC 4180), quoted where necessary. */
export function csvCell(text: string, delimiter = ','): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}
