/** FNV-1a over UTF-16, without its last bits. Two templates of one key are found when the page is built. */
export function templateKey(template: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < template.length; index += 1) {
    hash = Math.imul(hash ^ template.charCodeAt(index), 0x01000193)
  }
  return hash >>> 3
}
