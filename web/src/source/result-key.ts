/** Key of a result of a run in tables and addresses. */
export function resultKey({ position, repeat }: { readonly position: number; readonly repeat: number }): string {
  return `${position}/${repeat}`
}
