/**
 * Remembers the line of each of millions of ids in 12 bytes: a 64-bit hash and the line number. Two ids may share a
 * hash, so the caller must read the earlier line before it reports a duplicate.
 */
export class IdSet {
  private capacity = 1024
  private hashes = new Uint32Array(2 * this.capacity)
  // Lines count from 1, so 0 marks a free slot.
  private lines = new Uint32Array(this.capacity)
  private size = 0

  /** @returns the line of an earlier id with the same hash, or undefined */
  add(id: string, line: number): number | undefined {
    const [high, low] = hash64(id)
    const slot = this.slotOf(high, low)
    const earlier = this.lines[slot]
    if (earlier !== undefined && earlier > 0) return earlier
    this.store(slot, high, low, line)
    this.size += 1
    if (this.size * 2 > this.capacity) this.grow()
    return undefined
  }

  private slotOf(high: number, low: number): number {
    let slot = low & (this.capacity - 1)
    while ((this.lines[slot] ?? 0) > 0 && (this.hashes[2 * slot] !== high || this.hashes[2 * slot + 1] !== low)) {
      slot = (slot + 1) & (this.capacity - 1)
    }
    return slot
  }

  private store(slot: number, high: number, low: number, line: number): void {
    this.hashes[2 * slot] = high
    this.hashes[2 * slot + 1] = low
    this.lines[slot] = line
  }

  private grow(): void {
    const { hashes, lines } = this
    this.capacity *= 2
    this.hashes = new Uint32Array(2 * this.capacity)
    this.lines = new Uint32Array(this.capacity)
    for (const [slot, line] of lines.entries()) {
      if (line === 0) continue
      const high = hashes[2 * slot] ?? 0
      const low = hashes[2 * slot + 1] ?? 0
      this.store(this.slotOf(high, low), high, low, line)
    }
  }
}

// Two 32-bit hashes side by side (the mixing steps of MurmurHash3), because a single one would often collide.
function hash64(text: string): readonly [number, number] {
  let high = 0x9e3779b9 ^ text.length
  let low = 0x85ebca6b
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 0xcc9e2d51)
    high ^= high >>> 15
    low = Math.imul(low ^ code, 0x1b873593)
    low ^= low >>> 13
  }
  return [mixed(high), mixed(low)]
}

function mixed(value: number): number {
  let result = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  result = Math.imul(result ^ (result >>> 13), 0xc2b2ae35)
  return (result ^ (result >>> 16)) >>> 0
}
