/** Back at `from` after `backMs`, near it for a while, and beyond it faster and faster: the curve of RFC 9438. */
export function cubic(
  {
    since,
    backMs,
    from,
    left,
  }: { readonly since: number; readonly backMs: number; readonly from: number; readonly left: number },
  now: number,
): number {
  return from * (1 + (1 - left) * ((now - since) / backMs - 1) ** 3)
}
