/**
 * Makes a generator of uniform numbers in [0, 1) with 32 random bits each, the same for a seed on every machine:
 * xoshiro128** (Blackman & Vigna 2018), its state filled by a 32-bit SplitMix.
 */
export function createRandom(seed: number): () => number {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`A seed is a whole number below 2^53, got ${seed}`)
  const mix = splitMix32(seed >>> 0)
  // Seeds beyond 32 bits differ only in their upper half.
  const upper = splitMix32(Math.floor(seed / 2 ** 32) >>> 0)
  let a = mix()
  let b = mix()
  let c = mix() ^ upper()
  let d = mix() ^ upper()
  return () => {
    const output = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9)
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotateLeft(d, 11)
    return (output >>> 0) / 2 ** 32
  }
}

/** Returns the numbers below `size` in a uniformly random order (Fisher & Yates; Durstenfeld 1964). */
export function randomOrder(size: number, random: () => number): Uint32Array {
  const order = Uint32Array.from({ length: size }, (_, index) => index)
  for (let last = size - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const held = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = held
  }
  return order
}

function splitMix32(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return mixed ^ (mixed >>> 16)
  }
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}
