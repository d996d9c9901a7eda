/** Returns an id that sorts by time and can be read aloud: `20261121-215358-k3f9`. */
export function timeId(now: Date, random: () => number): string {
  const [date = '', time = ''] = now.toISOString().split(/[T.]/)
  const suffix = Array.from({ length: 4 }, () => '0123456789abcdefghjkmnpqrstvwxyz'[Math.floor(random() * 32)]).join('')
  return `${date.replaceAll('-', '')}-${time.replaceAll(':', '')}-${suffix}`
}
