/** Returns the message of anything thrown, since JavaScript can throw values that are not errors. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
