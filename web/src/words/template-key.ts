/** FNV-1a over UTF-16 units, truncated. The build fails where two templates collide. */
export function templateKey(template: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < template.length; index += 1) {
    hash = Math.imul(hash ^ template.charCodeAt(index), 0x01000193)
  }
  return hash >>> 3
}
