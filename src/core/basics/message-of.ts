/** What something that was thrown says: JavaScript throws other things than errors too. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
