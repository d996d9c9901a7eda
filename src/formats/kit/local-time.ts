/** Formats `2026-01-31T09:45:00.000` in local time without a zone, as Python's `datetime.now().isoformat()` does. */
export function localTime(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().replace('Z', '')
}

/** Formats `20260131_094500` in local time, for file names. */
export function localTimestamp(date: Date): string {
  return localTime(date).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')
}
