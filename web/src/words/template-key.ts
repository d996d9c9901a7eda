/** FNV-1a over UTF-16, twice with different beginnings, as few letters. */
export function templateKey(template: string): string {
  let [first, second] = [0x811c9dc5, 0x01000193]
  for (let index = 0; index < template.length; index += 1) {
    const unit = template.charCodeAt(index)
    first = Math.imul(first ^ unit, 0x01000193)
    second = Math.imul(second ^ unit, 0x85ebca6b)
  }
  return ((first >>> 0) * 1024 + (second >>> 22)).toString(36)
}
